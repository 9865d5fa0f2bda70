import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { SelectField } from '@/ui/form/select-field';
import { TextAreaField } from '@/ui/form/text-area-field';
import { TextField } from '@/ui/form/text-field';
import { Card } from '@/ui/layout/card';
import { type ContentValue, textAt, valueAt, withValue } from './content-value';
import { type ContentDocument, type FieldNode, fieldTree } from './field-tree';
import { fieldLabel } from './labels';
import { ShippedDifference } from './shipped-difference';

interface FormState {
  value: ContentValue;
  shipped: ContentValue;
  readOnly: boolean;
  /** First error of a field. */
  errorOf: (path: string) => string | undefined;
  onChange: (value: ContentValue) => void;
}

/** All fields of a document. */
export function DocumentForm({ fields, ...state }: FormState & { fields: ContentDocument['fields'] }) {
  const { t } = useTranslation('content');
  const tree = useMemo(() => fieldTree(fields), [fields]);
  const single = tree.filter(({ field, children }) => field && children.length === 0);
  const groups = tree.filter((node) => !single.includes(node));
  return (
    <div className="grid gap-4">
      {single.length > 0 && (
        <Card>
          <Nodes nodes={single} parent="" state={state} />
        </Card>
      )}
      {groups.map((node) => (
        <Card key={node.name} title={fieldLabel(t, node.name, state.shipped)}>
          {node.field ? (
            <Items node={node} path={node.name} state={state} />
          ) : (
            <Nodes nodes={node.children} parent={`${node.name}.`} state={state} />
          )}
        </Card>
      ))}
    </div>
  );
}

function Nodes({ nodes, parent, state }: { nodes: FieldNode[]; parent: string; state: FormState }) {
  const { t } = useTranslation('content');
  return (
    <div className="grid gap-4">
      {nodes.map((node) => {
        const path = parent + node.name;
        if (node.field && node.children.length === 0) {
          return <Field key={path} node={node} field={node.field} path={path} state={state} />;
        }
        return (
          <fieldset key={path} className="grid min-w-0 gap-4 rounded-md border border-line p-4">
            <legend className="px-1 text-sm font-semibold text-ink">{fieldLabel(t, node.name, state.shipped)}</legend>
            {node.field ? (
              <Items node={node} path={path} state={state} />
            ) : (
              <Nodes nodes={node.children} parent={`${path}.`} state={state} />
            )}
          </fieldset>
        );
      })}
    </div>
  );
}

function Items({ node, path, state }: { node: FieldNode; path: string; state: FormState }) {
  const { t } = useTranslation('content');
  const found = valueAt(state.value, path);
  const items = Array.isArray(found) ? found : [];
  const children = node.children[0]?.children ?? [];
  const put = (next: ContentValue[]) => state.onChange(withValue(state.value, path, next));
  const swap = (index: number, other: number) => {
    put(items.map((item, at) => (at === index ? items[other] : at === other ? items[index] : item) ?? item));
  };
  const isFull = items.length >= (node.field?.maximum ?? Infinity);
  return (
    <div className="grid gap-4">
      {items.map((_, index) => {
        const number = index + 1;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- items have no identity; their inputs are controlled
          <fieldset key={index} className="grid min-w-0 gap-4 rounded-md border border-line p-4">
            <legend className="px-1 text-sm font-semibold text-ink">{t('item', { number })}</legend>
            {!state.readOnly && (
              <div className="-mt-2 flex justify-end gap-1">
                <IconButton
                  size="sm"
                  icon={<ArrowUp />}
                  label={t('moveUp', { number })}
                  disabled={index === 0}
                  onClick={() => swap(index, index - 1)}
                />
                <IconButton
                  size="sm"
                  icon={<ArrowDown />}
                  label={t('moveDown', { number })}
                  disabled={number === items.length}
                  onClick={() => swap(index, number)}
                />
                <IconButton
                  size="sm"
                  icon={<Trash2 />}
                  label={t('remove', { number })}
                  onClick={() => put(items.filter((__, at) => at !== index))}
                />
              </div>
            )}
            <Nodes nodes={children} parent={`${path}.${index}.`} state={state} />
          </fieldset>
        );
      })}
      {!state.readOnly && (
        <div>
          <Button size="sm" icon={<Plus className="size-4" />} disabled={isFull} onClick={() => put([...items, {}])}>
            {t('add')}
          </Button>
        </div>
      )}
    </div>
  );
}

interface FieldProps {
  node: FieldNode;
  field: NonNullable<FieldNode['field']>;
  path: string;
  state: FormState;
}

function Field(props: FieldProps) {
  const { path, state } = props;
  return (
    <div className="grid gap-4">
      <Input {...props} />
      <ShippedDifference
        shipped={textAt(state.shipped, path)}
        edited={textAt(state.value, path)}
        onUseShipped={
          state.readOnly ? undefined : () => state.onChange(withValue(state.value, path, valueAt(state.shipped, path)))
        }
      />
    </div>
  );
}

function Input({ node, field, path, state }: FieldProps) {
  const { t } = useTranslation('content');
  const { kind, maximum, isRequired, choices } = field;
  const put = (text: string) => {
    const isNumber = kind === 'NUMBER' && /^\d{1,9}$/.test(text);
    const left = text === '' && !isRequired ? undefined : text;
    state.onChange(withValue(state.value, path, isNumber ? Number(text) : left));
  };
  const shared = {
    name: path,
    label: fieldLabel(t, node.name, state.shipped),
    value: textAt(state.value, path),
    error: state.errorOf(path),
    required: isRequired,
  };
  switch (kind) {
    case 'ICON':
      return (
        <SelectField
          {...shared}
          disabled={state.readOnly}
          placeholder={t('choose')}
          options={choices.map((value) => ({ value, label: value }))}
          onChange={(event) => put(event.target.value)}
        />
      );
    case 'TEXT':
    case 'MARKDOWN':
      return (
        <TextAreaField
          {...shared}
          dir="auto"
          hint={kind === 'MARKDOWN' ? t('markdown') : undefined}
          rows={kind === 'MARKDOWN' ? 24 : 3}
          maxLength={maximum ?? undefined}
          readOnly={state.readOnly}
          onChange={(event) => put(event.target.value)}
        />
      );
    default:
      return (
        <TextField
          {...shared}
          dir={kind === 'LINE' ? 'auto' : 'ltr'}
          inputMode={kind === 'NUMBER' ? 'numeric' : undefined}
          maxLength={maximum ?? undefined}
          readOnly={state.readOnly}
          onChange={(event) => put(event.target.value)}
        />
      );
  }
}
