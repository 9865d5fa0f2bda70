import type { KeyboardEvent, MouseEvent } from 'react';

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

/** Attribute of the focusable element of a row. */
export const ROW_OPENER = 'data-row-opener';

/** Row navigation: arrows, j and k move the focus, Home and End jump, x selects. */
export function moveByKeys(
  event: KeyboardEvent<HTMLElement>,
  singleKeys: boolean,
  toggle?: (id: string) => void,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.length === 1 && !singleKeys) return;
  const openers = [...event.currentTarget.querySelectorAll<HTMLElement>(`[${ROW_OPENER}]`)];
  const row = event.target instanceof HTMLElement ? event.target.closest('[data-row]') : null;
  const index = openers.findIndex((opener) => row?.contains(opener));
  if (index === -1) return;
  if (event.key === 'x' && toggle) {
    event.preventDefault();
    toggle(openers[index]?.getAttribute(ROW_OPENER) ?? '');
    return;
  }
  const step = STEPS[event.key];
  const next = event.key === 'Home' ? openers[0] : event.key === 'End' ? openers.at(-1) : step && openers[index + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Whether a click on a row opens it: not one on a control, and not the end of a text selection. */
export const opensRow = ({ target }: MouseEvent): boolean =>
  !(target instanceof Element && target.closest('button, a, input, label, [role="menu"]')) &&
  !window.getSelection()?.toString();

/** The buttons that open rows, in their order. */
export const openers = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(`[${ROW_OPENER}]`)];

/** The button that opens a row; null if the row isn't shown. */
export const rowOpener = (id: string): HTMLElement | null =>
  document.querySelector(`[${ROW_OPENER}="${CSS.escape(id)}"]`);

/** Moves the focus to the next or previous row, from outside of the list to the first. */
export function moveFocus(step: 1 | -1): void {
  const all = openers();
  const index = all.findIndex((opener) => opener.getAttribute(ROW_OPENER) === focusedRow());
  all[index === -1 ? 0 : index + step]?.focus();
}

/** The id of the row that has the focus. */
export const focusedRow = (): string | null =>
  document.activeElement?.closest('[data-row]')?.querySelector(`[${ROW_OPENER}]`)?.getAttribute(ROW_OPENER) ?? null;

/** Remembers which row has the focus. Called once that row is gone, the result focuses the one that took its position. */
export function rememberFocus(): () => void {
  const id = focusedRow();
  const position = openers().findIndex((opener) => opener.getAttribute(ROW_OPENER) === id);
  return () =>
    requestAnimationFrame(() => {
      if (position !== -1 && document.activeElement === document.body)
        openers()
          .at(Math.min(position, openers().length - 1))
          ?.focus();
    });
}
