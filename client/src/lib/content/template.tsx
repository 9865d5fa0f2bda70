import { Fragment, type ReactNode } from 'react';

/**
 * The build draws the homepage once per language as a template that the server fills with content (build/prerender.ts). Lists
 * and conditions of content are therefore written with the two components below, which then print the template's own loops
 * and conditions instead of deciding.
 */
const loops = new WeakMap<readonly unknown[], string>();

/** What stands for a list: one item of placeholders. */
export function loopOver<T>(list: string, item: T): T[] {
  const items = [item];
  loops.set(items, list);
  return items;
}

/** What stands for a value that decides whether something is shown; it prints as its own placeholder. */
export class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  toString(): string {
    return `{{ ${this.name} }}`;
  }
}

/** The items of a list of content. */
export function Repeat<T extends { id: string }>({
  items,
  children,
}: {
  items: readonly (T | null)[] | null;
  children: (item: T) => ReactNode;
}) {
  const list = items && loops.get(items);
  return (
    <>
      {list && `{% for item in ${list} %}`}
      {items?.map((item) => item && <Fragment key={item.id}>{children(item)}</Fragment>)}
      {list && '{% endfor %}'}
    </>
  );
}

/** A value for `When`: there if both are. */
export const both = (one: unknown, other: unknown): unknown =>
  one instanceof Placeholder && other instanceof Placeholder
    ? new Placeholder(`${one.name} and ${other.name}`)
    : one && other;

interface WhenProps {
  value: unknown;
  children: ReactNode;
  otherwise?: ReactNode;
}

/** Shows its children if a value of content or settings is there. */
export function When({ value, children, otherwise }: WhenProps) {
  if (!(value instanceof Placeholder)) return value ? children : otherwise;
  return (
    <>
      {`{% if ${value.name} %}`}
      {children}
      {otherwise && '{% else %}'}
      {otherwise}
      {'{% endif %}'}
    </>
  );
}
