import type { ConsoleContentDocumentQuery } from './content.generated';

export type ContentDocument = NonNullable<ConsoleContentDocumentQuery['console']['contentDocument']>;
type ContentField = ContentDocument['fields'][number];

/** A field, or a group of fields, by the last name of its path; `*` has the fields of each item of a list. */
export interface FieldNode {
  name: string;
  field?: ContentField;
  children: FieldNode[];
}

/** Groups fields by the names in their paths. */
export function fieldTree(fields: readonly ContentField[]): FieldNode[] {
  const root: FieldNode = { name: '', children: [] };
  for (const field of fields) {
    let node = root;
    for (const name of field.path.split('.')) {
      let child = node.children.find((one) => one.name === name);
      if (!child) {
        child = { name, children: [] };
        node.children.push(child);
      }
      node = child;
    }
    node.field = field;
  }
  return root.children;
}
