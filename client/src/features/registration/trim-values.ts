/** Trim all values of a form; pasted addresses often have spaces around them. */
export const trimValues = <T extends Record<string, string>>(values: T): T =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names, and strings as before.
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()])) as T;
