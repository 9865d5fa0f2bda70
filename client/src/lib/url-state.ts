import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/** How one value stands in the address. The value that needs no words is left out of it. */
export interface UrlValue<T> {
  /** Never fails: an address is typed by anybody. */
  read: (text: string | null) => T;
  /** Null leaves the value out. */
  write: (value: T) => string | null;
}

export type UrlSchema<T> = { readonly [Key in keyof T]: UrlValue<T[Key]> };

/** One of a few words; the first is the default. */
export const oneOf = <const T extends string>(first: T, ...others: T[]): UrlValue<T> => ({
  read: (text) => [first, ...others].find((word) => word === text) ?? first,
  write: (value) => (value === first ? null : value),
});

/** A page number from 1. */
export const pageNumber: UrlValue<number> = {
  read: (text) => (text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1),
  write: (value) => (value === 1 ? null : String(value)),
};

/** Free text; empty by default. */
export const freeText: UrlValue<string> = {
  read: (text) => text ?? '',
  write: (value) => value || null,
};

/** The keys of an object as its type knows them; only for objects that have no others. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- schemas and changes are literals of exactly their type.
const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T & string)[];

export function readUrlState<T>(schema: UrlSchema<T>, parameters: URLSearchParams): T {
  const entries = keysOf(schema).map((key) => [key, schema[key].read(parameters.get(key))]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every key of the schema has just been read.
  return Object.fromEntries(entries) as T;
}

/** The parameters with a change written into them; parameters that the schema does not know stay as they are. */
export function writeUrlState<T>(
  schema: UrlSchema<T>,
  parameters: URLSearchParams,
  change: Partial<T>,
): URLSearchParams {
  const written = new URLSearchParams(parameters);
  for (const key of keysOf(change)) {
    const value = change[key];
    const text = value === undefined ? null : schema[key].write(value);
    if (text === null) written.delete(key);
    else written.set(key, text);
  }
  return written;
}

/** Changes the address. `replace` keeps the Back button from stepping through every letter of a search. */
export type ChangeUrlState<T> = (change: Partial<T>, options?: { replace?: boolean }) => void;

/**
 * State that lives in the address behind the hash, so that Back works and a copied link shows the same. Give a schema that is
 * defined once, outside of the component.
 */
export function useUrlState<T>(schema: UrlSchema<T>): [T, ChangeUrlState<T>] {
  const [parameters, setParameters] = useSearchParams();
  const state = useMemo(() => readUrlState(schema, parameters), [schema, parameters]);
  // The router draws a change a moment after it was made; a second one within that moment must not lose the first.
  const latest = useRef(parameters);
  useLayoutEffect(() => {
    latest.current = parameters;
  }, [parameters]);
  const change = useCallback<ChangeUrlState<T>>(
    (next, options) => {
      latest.current = writeUrlState(schema, latest.current, next);
      setParameters(latest.current, options);
    },
    [schema, setParameters],
  );
  return [state, change];
}
