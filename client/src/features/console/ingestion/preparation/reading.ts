/** A column that an operator names: its role, and its number in a table or its key in JSON. */
export interface ColumnChoice {
  /** Id of the row in the form. */
  key: string;
  role: string;
  column: string;
}

/** How a file is to be read; everything empty is detected. */
export interface Reading {
  format: string;
  columns: readonly ColumnChoice[];
  password: string;
}

export const DETECTED: Reading = { format: '', columns: [], password: '' };

/** A reading as the server expects it, without rows that aren't filled in; undefined if nothing was chosen. */
export function readingInput({ format, columns, password }: Reading) {
  const named = columns
    .filter(({ role, column }) => role !== '' && column.trim() !== '')
    .map(({ role, column }) => `${role}=${column.trim()}`);
  if (format === '' && named.length === 0 && password === '') return undefined;
  return {
    ...(format !== '' && { format }),
    ...(named.length > 0 && { columns: named }),
    ...(password !== '' && { archivePassword: password }),
  };
}

type Field = 'format' | 'columns' | 'archivePassword';

/** The server's errors about the fields of a reading, wherever they are in the input. */
export function readingErrors(
  fieldErrors: readonly { field: string; messages: readonly string[] }[],
): Partial<Record<Field, string>> {
  const of = (field: string) => fieldErrors.find((error) => error.field.split('.').at(-1) === field)?.messages[0];
  const found = { format: of('format'), columns: of('columns'), archivePassword: of('archivePassword') };
  return {
    ...(found.format !== undefined && { format: found.format }),
    ...(found.columns !== undefined && { columns: found.columns }),
    ...(found.archivePassword !== undefined && { archivePassword: found.archivePassword }),
  };
}
