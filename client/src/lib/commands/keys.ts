/** Shortcut: `x`, `?`, `mod+k` (Ctrl, or Cmd on a Mac), or a sequence such as `g w`. */
export type Keys = string;

/** Maximum pause within a sequence, in milliseconds. */
export const SEQUENCE_PAUSE = 1000;

export const IS_MAC = /mac|iphone|ipad/i.test(navigator.userAgent);

/** Converts a key event; null for unsupported keys (Shift alone, Alt with a letter). */
export function pressed({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  if (altKey || key.length !== 1 || key === ' ') return null;
  const name = key.toLowerCase();
  return ctrlKey || metaKey ? `mod+${name}` : name;
}

/** Whether the shortcut has no modifier; users can turn these off (WCAG 2.2, 2.1.4). */
export const isSingle = (keys: Keys): boolean => !keys.startsWith('mod+');

/** Key caps to display: `mod+k` is `Ctrl` and `K`. */
export const capsOf = (keys: Keys): string[] =>
  keys
    .split(/[+ ]/)
    .map((key) => (key === 'mod' ? (IS_MAC ? '⌘' : 'Ctrl') : key.length === 1 ? key.toUpperCase() : key));

const TYPING = 'input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, [contenteditable]';
/** Open dialogs, except those that let page commands through. */
const WINDOWS = '[role=dialog]:not([data-commands]), [role=alertdialog], [role=menu]';

/** Whether plain keys belong to the focused field or an open dialog. */
export const isBusy = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(`${TYPING}, ${WINDOWS}`) !== null;

/** Text fields have their own undo. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TYPING) !== null;
