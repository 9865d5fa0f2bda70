import { useEffect, useId, useSyncExternalStore } from 'react';
import type { Keys } from './keys';

/** Something that the page can do, for the palette and for keys. */
export interface Command {
  /** Tells it from all others that are offered at the time. */
  id: string;
  /** In the user's language. */
  label: string;
  /** The heading that it stands under, in the user's language. */
  group: string;
  /** Other words that find it. */
  keywords?: string;
  keys?: Keys;
  run: () => void;
  /** Left out of the palette: what only makes sense as a key, such as moving the focus. */
  keysOnly?: boolean;
}

const offered = new Map<string, readonly Command[]>();
const listeners = new Set<() => void>();
let all: readonly Command[] = [];

function publish(): void {
  all = [...offered.values()].flat();
  for (const listener of listeners) listener();
}

/** All commands of what is on the screen, the frame's first. */
export const currentCommands = (): readonly Command[] => all;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** All commands, kept up to date. */
export const useOfferedCommands = (): readonly Command[] => useSyncExternalStore(subscribe, currentCommands);

/** Offers commands for as long as the component is on the screen. */
export function useCommands(commands: readonly Command[]): void {
  const id = useId();
  useEffect(() => {
    offered.set(id, commands);
    publish();
  }, [id, commands]);
  useEffect(
    () => () => {
      offered.delete(id);
      publish();
    },
    [id],
  );
}
