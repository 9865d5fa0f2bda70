import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Codec of one URL parameter. Defaults are omitted. */
export interface UrlValue<T> {
  /** Never throws; URLs are user input. */
  read: (text: string | null) => T;
  /** Null omits the parameter. */
  write: (value: T) => string | null;
}

export type UrlSchema<T> = { readonly [Key in keyof T]: UrlValue<T[Key]> };

/** One of a few values; the first is the default. */
export const oneOf = <const T extends string>(first: T, ...others: T[]): UrlValue<T> => ({
  read: (text) => [first, ...others].find((word) => word === text) ?? first,
  write: (value) => (value === first ? null : value),
});

/** Page number, starting at 1. */
export const pageNumber: UrlValue<number> = {
  read: (text) => (text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1),
  write: (value) => (value === 1 ? null : String(value)),
};

/** Free text; empty by default. */
export const freeText: UrlValue<string> = {
  read: (text) => text ?? '',
  write: (value) => value || null,
};

/** Typed keys; only for objects without other keys. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- they are literals of exactly their type
export const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T & string)[];

export function readUrlState<T>(schema: UrlSchema<T>, parameters: URLSearchParams): T {
  const entries = keysOf(schema).map((key) => [key, schema[key].read(parameters.get(key))]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every key of the schema has just been read
  return Object.fromEntries(entries) as T;
}

/** Applies a change; keeps parameters outside the schema. */
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

/** Updates the URL. `replace` avoids a history entry for each letter of a search. */
export type ChangeUrlState<T> = (change: Partial<T>, options?: { replace?: boolean }) => void;

/**
 * State in the URL hash, so that Back works and links can be shared. Define the schema outside of the component.
 */
export function useUrlState<T>(schema: UrlSchema<T>): [T, ChangeUrlState<T>] {
  const [parameters, setParameters] = useSearchParams();
  const state = useMemo(() => readUrlState(schema, parameters), [schema, parameters]);
  // The router applies changes asynchronously; consecutive changes must build on each other.
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
