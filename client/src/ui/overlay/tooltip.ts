const SIDES = ['top', 'bottom', 'inline-start', 'inline-end'] as const;
export type TooltipSide = (typeof SIDES)[number];

/**
 * Attributes of an element with a tooltip (TooltipLayer): a short text on hover or focus. The element has an accessible name of its own,
 * which the tooltip only repeats.
 */
export const tooltip = (content: string, side: TooltipSide = 'top') => ({
  'data-tooltip': content,
  'data-tooltip-side': side,
});

/** Side at which an element wants its tooltip. */
export const sideOf = (element: HTMLElement): TooltipSide =>
  SIDES.find((side) => side === element.dataset['tooltipSide']) ?? 'top';

interface Size {
  width: number;
  height: number;
}

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'> & Size;

const GAP = 6;
const MARGIN = 4;

/** Position of a tooltip next to its element: on the other side if there is no room, and always within the window. */
export function placeOf(element: Box, popup: Size, side: TooltipSide, isRightToLeft: boolean, view: Size) {
  const center = {
    left: element.left + (element.width - popup.width) / 2,
    top: element.top + (element.height - popup.height) / 2,
  };
  const above = element.top - GAP - popup.height;
  const below = element.bottom + GAP;
  const before = element.left - GAP - popup.width;
  const behind = element.right + GAP;
  const fits = { above: above >= MARGIN, below: below + popup.height <= view.height - MARGIN };
  const fitsBefore = before >= MARGIN;
  const fitsBehind = behind + popup.width <= view.width - MARGIN;
  const wantsLeft = (side === 'inline-start') !== isRightToLeft;
  const wanted =
    side === 'top'
      ? { ...center, top: fits.above || !fits.below ? above : below }
      : side === 'bottom'
        ? { ...center, top: fits.below || !fits.above ? below : above }
        : { ...center, left: (wantsLeft ? fitsBefore || !fitsBehind : fitsBefore && !fitsBehind) ? before : behind };
  const within = (value: number, size: number, room: number) => Math.max(MARGIN, Math.min(value, room - MARGIN - size));
  return { left: within(wanted.left, popup.width, view.width), top: within(wanted.top, popup.height, view.height) };
}
