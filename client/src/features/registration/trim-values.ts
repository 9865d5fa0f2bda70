/** The values of a form without the blanks around them, which come along when an address is pasted. */
export const trimValues = <T extends Record<string, string>>(values: T): T =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names, and strings as before.
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()])) as T;
