import { type HTMLAttributes, type KeyboardEvent, useEffect, useId, useState } from 'react';

/** What a listbox offers; the id is unique in its list. */
export interface ListboxItem {
  id: string;
}

interface ListboxOptions<Item> {
  items: readonly Item[];
  onChoose: (item: Item) => void;
  /** Takes Escape while there are items; without it, Escape is left to what contains the field. */
  onDismiss?: () => void;
  /** Whether Tab chooses, too. */
  tabChooses?: boolean;
  /** Whether no item is active until an arrow key or the pointer chooses one, so that Enter is still the field's. */
  startsInactive?: boolean;
}

export interface Listbox<Item> {
  id: string;
  /** Item that Enter chooses. */
  active: Item | undefined;
  /** Id of the active option's element. */
  activeId: string | undefined;
  /** Returns to the first item, or to none. */
  restart: () => void;
  /** For the text field, which keeps the focus. */
  onKeyDown: (event: KeyboardEvent) => void;
  optionProps: (item: Item, index: number) => HTMLAttributes<HTMLElement>;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Options of a text field: which one is active, and what keys and pointer do. Looks are the caller's. */
export function useListbox<Item extends ListboxItem>({
  items,
  onChoose,
  onDismiss,
  tabChooses = false,
  startsInactive = false,
}: ListboxOptions<Item>): Listbox<Item> {
  const id = useId();
  const first = startsInactive ? -1 : 0;
  const [at, setAt] = useState(first);
  // What arrives later doesn't move the position, and fewer items end it.
  const position = Math.min(at, items.length - 1);
  const active = items[position];
  const elementId = (item: Item) => `${id}-${item.id}`;
  const activeId = active && elementId(active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (items.length === 0 || event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    const chooses = event.key === 'Enter' || (event.key === 'Tab' && tabChooses && !event.shiftKey);
    if (step !== undefined) {
      // From none, up leads to the last.
      const from = position < 0 && step < 0 ? 0 : position;
      setAt((from + step + items.length) % items.length);
    } else if (chooses && active) onChoose(active);
    else if (event.key === 'Escape' && onDismiss) onDismiss();
    else return;
    event.preventDefault();
    // What contains the field must not close, too.
    event.stopPropagation();
  };

  return {
    id: `${id}-list`,
    active,
    activeId,
    restart: () => setAt(first),
    onKeyDown,
    optionProps: (item, index) => ({
      id: elementId(item),
      role: 'option',
      'aria-selected': item === active,
      // The field keeps the focus.
      onMouseDown: (event) => event.preventDefault(),
      onClick: () => onChoose(item),
      onPointerMove: () => setAt(index),
    }),
  };
}
