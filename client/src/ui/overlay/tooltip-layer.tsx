import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { placeOf, sideOf } from './tooltip';

const OPEN_MILLISECONDS = 350;
/** Time to move the pointer from the element to its tooltip, which must stay then (WCAG 2.2, 1.4.13). */
const CLOSE_MILLISECONDS = 100;

const triggerOf = (target: EventTarget | null) =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-tooltip]') ?? undefined) : undefined;

/**
 * The tooltip of all elements that have one. It repeats their accessible names, so it is hidden from assistive technology; a popover,
 * so that it is above dialogs.
 */
export function TooltipLayer() {
  const [shown, setShown] = useState<HTMLElement>();
  const popup = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: number | undefined;
    let wanted: HTMLElement | undefined;
    let open: HTMLElement | undefined;
    const change = (trigger: HTMLElement | undefined) => {
      clearTimeout(timer);
      wanted = open = trigger;
      setShown(trigger);
    };
    const changeSoon = (trigger: HTMLElement | undefined) => {
      if (trigger === wanted) return;
      clearTimeout(timer);
      wanted = trigger;
      timer = window.setTimeout(() => change(trigger), trigger ? OPEN_MILLISECONDS : CLOSE_MILLISECONDS);
    };
    const hide = () => change(undefined);
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    document.addEventListener(
      'pointerover',
      ({ pointerType, target }) => {
        if (pointerType === 'touch') return;
        if (target instanceof Node && popup.current?.contains(target)) {
          clearTimeout(timer);
          wanted = open;
        } else changeSoon(triggerOf(target));
      },
      options,
    );
    document.addEventListener(
      'focusin',
      ({ target }) => {
        const trigger = triggerOf(target);
        if (trigger?.matches(':focus-visible')) change(trigger);
      },
      options,
    );
    for (const name of ['focusout', 'pointerdown', 'scroll'] as const) document.addEventListener(name, hide, options);
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), options);
    document.documentElement.addEventListener('pointerleave', hide, { signal: listening.signal });
    return () => {
      listening.abort();
      clearTimeout(timer);
    };
  }, []);

  useLayoutEffect(() => {
    const element = popup.current;
    if (!shown || !element) return;
    element.showPopover?.();
    const side = sideOf(shown);
    const isRightToLeft = document.documentElement.dir === 'rtl';
    const { clientWidth: width, clientHeight: height } = document.documentElement;
    const place = placeOf(shown.getBoundingClientRect(), element.getBoundingClientRect(), side, isRightToLeft, {
      width,
      height,
    });
    element.style.left = `${place.left}px`;
    element.style.top = `${place.top}px`;
  }, [shown]);

  if (!shown) return null;
  return (
    <div
      ref={popup}
      popover="manual"
      aria-hidden="true"
      data-tooltip-popup=""
      className="fixed inset-auto m-0 max-w-64 overflow-visible rounded-sm bg-inverse px-2 py-1 text-xs font-medium text-on-inverse shadow-popover forced-colors:border"
    >
      {shown.dataset['tooltip']}
    </div>
  );
}
