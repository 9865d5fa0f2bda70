/** Keys that run a command: `x`, `?`, `mod+k` (Ctrl, or Cmd on a Mac), or two after each other, `g w`. */
export type Keys = string;

/** How long the second key of two is waited for, in milliseconds. */
export const SEQUENCE_PAUSE = 1000;

export const IS_MAC = /mac|iphone|ipad/i.test(navigator.userAgent);

/** What was pressed, as it stands in Keys; null for a key that no command has (Shift alone, Alt with a letter). */
export function pressed({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  if (altKey || key.length !== 1 || key === ' ') return null;
  const name = key.toLowerCase();
  return ctrlKey || metaKey ? `mod+${name}` : name;
}

/** Whether Keys are plain letters or signs, which users can switch off (WCAG 2.2, 2.1.4). */
export const isSingle = (keys: Keys): boolean => !keys.startsWith('mod+');

/** The keys as they are shown, one cap each: `mod+k` is `Ctrl` and `K`. */
export const capsOf = (keys: Keys): string[] =>
  keys
    .split(/[+ ]/)
    .map((key) => (key === 'mod' ? (IS_MAC ? '⌘' : 'Ctrl') : key.length === 1 ? key.toUpperCase() : key));

const TYPING = 'input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, [contenteditable]';
/** Windows in front of the page; one that says so lets the page's commands through. */
const WINDOWS = '[role=dialog]:not([data-commands]), [role=alertdialog], [role=menu]';

/** Where plain keys belong to what has the focus: a field, or a window in front. */
export const isBusy = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(`${TYPING}, ${WINDOWS}`) !== null;

/** Fields have an undo of their own. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TYPING) !== null;
