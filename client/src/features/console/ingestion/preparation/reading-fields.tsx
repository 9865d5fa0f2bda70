import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { PasswordField } from '@/ui/form/password-field';
import { SelectField } from '@/ui/form/select-field';
import { TextField } from '@/ui/form/text-field';
import type { ConsoleIngestionQuery } from '../ingestion.generated';
import type { ColumnChoice, Reading, readingErrors } from './reading';

interface ReadingFieldsProps {
  /** Undefined until loaded. */
  settings: ConsoleIngestionQuery['console']['ingestSettings'] | undefined;
  reading: Reading;
  onChange: (reading: Reading) => void;
  errors: ReturnType<typeof readingErrors>;
}

/** Format, columns and password of a file. Formats and roles have the names of the command line. */
export function ReadingFields({ settings, reading, onChange, errors }: ReadingFieldsProps) {
  const { t } = useTranslation('ingestion');
  const { format, columns, password } = reading;
  const change = (part: Partial<Reading>) => onChange({ ...reading, ...part });
  const changeColumn = (key: string, part: Partial<ColumnChoice>) =>
    change({ columns: columns.map((column) => (column.key === key ? { ...column, ...part } : column)) });
  return (
    <>
      <SelectField
        label={t('reading.format')}
        placeholder={t('reading.detect')}
        options={(settings?.formats ?? []).map((value) => ({ value, label: value }))}
        value={format}
        error={errors.format}
        onChange={({ target }) => change({ format: target.value })}
      />
      <fieldset className="grid min-w-0 gap-2">
        <legend className="mb-1.5 text-sm font-medium text-ink">{t('reading.columns')}</legend>
        <p className="text-sm text-ink-muted">{t('reading.columnsHint')}</p>
        {columns.map(({ key, role, column }, index) => (
          <div key={key} className="flex items-end gap-2">
            <div className="min-w-0 flex-1">
              <SelectField
                label={t('reading.role', { number: index + 1 })}
                labelHidden
                placeholder={t('reading.anyRole')}
                options={(settings?.columnRoles ?? []).map((value) => ({ value, label: value }))}
                value={role}
                onChange={({ target }) => changeColumn(key, { role: target.value })}
              />
            </div>
            <div className="min-w-0 flex-1">
              <TextField
                label={t('reading.column', { number: index + 1 })}
                labelHidden
                monospace
                placeholder={t('reading.columnExample')}
                autoComplete="off"
                spellCheck={false}
                value={column}
                onChange={({ target }) => changeColumn(key, { column: target.value })}
              />
            </div>
            <IconButton
              label={t('reading.removeColumn', { number: index + 1 })}
              icon={<X aria-hidden="true" />}
              onClick={() => change({ columns: columns.filter((other) => other.key !== key) })}
            />
          </div>
        ))}
        {errors.columns !== undefined && (
          <p role="alert" className="text-sm wrap-anywhere text-danger-text">
            {errors.columns}
          </p>
        )}
        <div>
          <Button
            size="sm"
            icon={<Plus aria-hidden="true" className="size-4" />}
            onClick={() => change({ columns: [...columns, { key: crypto.randomUUID(), role: '', column: '' }] })}
          >
            {t('reading.addColumn')}
          </Button>
        </div>
      </fieldset>
      <PasswordField
        label={t('reading.password')}
        hint={t('reading.passwordHint')}
        showLabel={t('reading.show')}
        hideLabel={t('reading.hide')}
        autoComplete="off"
        value={password}
        error={errors.archivePassword}
        onChange={({ target }) => change({ password: target.value })}
      />
    </>
  );
}
