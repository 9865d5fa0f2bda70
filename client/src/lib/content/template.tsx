import { Fragment, type ReactNode } from 'react';

/**
 * The build renders the homepage once per language as a template that the server fills with content (build/prerender.ts). Lists
 * and conditions over content use the components below, which then print template loops and conditions.
 */
const loops = new WeakMap<readonly unknown[], string>();

/** Placeholder for a list: one item of placeholders. */
export function loopOver<T>(list: string, item: T): T[] {
  const items = [item];
  loops.set(items, list);
  return items;
}

/** Placeholder for a value used as a condition; also prints as a placeholder. */
export class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  toString(): string {
    return `{{ ${this.name} }}`;
  }
}

/** Renders the items of a content list. */
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

/** Conjunction for `When`. */
export const both = (one: unknown, other: unknown): unknown =>
  one instanceof Placeholder && other instanceof Placeholder
    ? new Placeholder(`${one.name} and ${other.name}`)
    : one && other;

interface WhenProps {
  value: unknown;
  children: ReactNode;
  otherwise?: ReactNode;
}

/** Renders its children if a value of content or settings is set. */
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
