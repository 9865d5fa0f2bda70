import { currentCommands } from './commands';
import { isBusy, isSingle, isTyping, pressed, SEQUENCE_PAUSE } from './keys';
import { singleKeysEnabled } from './single-keys';

/** Listens for shortcuts on the whole page. @returns a stop function. */
export function listenForKeys(target: Document): () => void {
  let first = '';
  let timer: number | undefined;
  const forget = () => {
    first = '';
    window.clearTimeout(timer);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // The focused element comes first: lists handle j and k themselves.
    if (event.defaultPrevented || event.isComposing) return;
    const key = pressed(event);
    if (key === null) return;
    const single = isSingle(key);
    if (single && (!singleKeysEnabled() || isBusy(event.target))) return forget();
    // The palette also opens from a text field; undo there belongs to the field.
    if (key === 'mod+z' && (event.shiftKey || isTyping(event.target))) return;
    const commands = currentCommands();
    const command = commands.findLast(({ keys }) => keys === (first ? `${first} ${key}` : key));
    const begins = single && !first && !command && commands.some(({ keys }) => keys?.startsWith(`${key} `));
    forget();
    if (begins) {
      first = key;
      timer = window.setTimeout(forget, SEQUENCE_PAUSE);
    }
    if (!command) return;
    event.preventDefault();
    command.run();
  };

  target.addEventListener('keydown', onKeyDown);
  return () => {
    forget();
    target.removeEventListener('keydown', onKeyDown);
  };
}
