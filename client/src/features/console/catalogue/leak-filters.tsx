import { useTranslation } from 'react-i18next';
import type { ChangeUrlState } from '@/lib/url-state';
import { Button } from '@/ui/form/button';
import { SelectField } from '@/ui/form/select-field';
import { TextField } from '@/ui/form/text-field';
import { KINDS, leaksSchema, type LeaksState } from './leaks-state';

interface LeakFiltersProps {
  state: LeaksState;
  onChange: ChangeUrlState<LeaksState>;
}

/** Search, filters and order of the catalogue. */
export function LeakFilters({ state, onChange }: LeakFiltersProps) {
  const { t } = useTranslation('catalogue');
  const isFiltered = [state.search, state.kind, state.sensitive, state.retracted].some(Boolean);
  const answers = [
    { value: 'yes', label: t('yes') },
    { value: 'no', label: t('no') },
  ];
  return (
    <search className="flex flex-wrap items-end gap-3">
      <div className="min-w-56 flex-2">
        <TextField
          label={t('search')}
          type="search"
          value={state.search}
          placeholder={t('searchHint')}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onChange({ search: target.value }, { replace: true })}
        />
      </div>
      <div className="min-w-40 flex-1">
        <SelectField
          label={t('kind')}
          value={state.kind}
          placeholder={t('any')}
          options={KINDS.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
          onChange={({ target }) => onChange({ kind: leaksSchema.kind.read(target.value) })}
        />
      </div>
      <div className="min-w-32 flex-1">
        <SelectField
          label={t('flags.isSensitive')}
          value={state.sensitive}
          placeholder={t('any')}
          options={answers}
          onChange={({ target }) => onChange({ sensitive: leaksSchema.sensitive.read(target.value) })}
        />
      </div>
      <div className="min-w-32 flex-1">
        <SelectField
          label={t('retracted')}
          value={state.retracted}
          placeholder={t('any')}
          options={answers}
          onChange={({ target }) => onChange({ retracted: leaksSchema.retracted.read(target.value) })}
        />
      </div>
      <div className="min-w-40 flex-1">
        <SelectField
          label={t('order')}
          value={state.order}
          options={(['newest', 'name', 'records'] as const).map((value) => ({ value, label: t(`orders.${value}`) }))}
          onChange={({ target }) => onChange({ order: leaksSchema.order.read(target.value) })}
        />
      </div>
      {isFiltered && (
        <Button variant="ghost" onClick={() => onChange({ search: '', kind: '', sensitive: '', retracted: '' })}>
          {t('clear')}
        </Button>
      )}
    </search>
  );
}
