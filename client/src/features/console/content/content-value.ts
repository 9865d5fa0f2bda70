/** Content of a document, as JSON has it. */
export type ContentValue = string | number | ContentValue[] | { [name: string]: ContentValue | undefined };

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by our server
export const parseContent = (text: string): ContentValue => JSON.parse(text) as ContentValue;

/** Value at a path such as `faq.questions.0.answer`. */
export function valueAt(value: ContentValue | undefined, path: string): ContentValue | undefined {
  let found = value;
  for (const part of path.split('.')) {
    if (typeof found !== 'object') return undefined;
    found = Array.isArray(found) ? found[Number(part)] : found[part];
  }
  return found;
}

/** Copy with another value at a path; undefined removes it. */
export function withValue(value: ContentValue, path: string, next: ContentValue | undefined): ContentValue {
  const [part = '', ...rest] = path.split('.');
  const inner = rest.join('.');
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === Number(part) ? withValue(item, inner, next) : item));
  }
  const fields = typeof value === 'object' ? value : {};
  return { ...fields, [part]: inner === '' ? next : withValue(fields[part] ?? {}, inner, next) };
}

/** Text of a field. */
export const textAt = (value: ContentValue | undefined, path: string): string => {
  const found = valueAt(value, path);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
};
