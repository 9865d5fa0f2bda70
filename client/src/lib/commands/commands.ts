import { useEffect, useId, useSyncExternalStore } from 'react';
import type { Keys } from './keys';

/** Action offered in the palette and by shortcuts. */
export interface Command {
  /** Unique among the commands offered at a time. */
  id: string;
  /** Localized. */
  label: string;
  /** Localized heading in the palette. */
  group: string;
  /** Additional search words. */
  keywords?: string;
  keys?: Keys;
  run: () => void;
  /** Not in the palette; for commands that only make sense as a key, such as moving the focus. */
  keysOnly?: boolean;
}

const offered = new Map<string, readonly Command[]>();
const listeners = new Set<() => void>();
let all: readonly Command[] = [];

function publish(): void {
  all = [...offered.values()].flat();
  for (const listener of listeners) listener();
}

/** Commands of all mounted components, the layout's first. */
export const currentCommands = (): readonly Command[] => all;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Subscribes to the offered commands. */
export const useOfferedCommands = (): readonly Command[] => useSyncExternalStore(subscribe, currentCommands);

/** Offers commands while the component is mounted. */
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
