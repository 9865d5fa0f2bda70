import { useTranslation } from 'react-i18next';
import type { ChangeUrlState } from '@/lib/url-state';
import { Button } from '@/ui/form/button';
import { SelectField } from '@/ui/form/select-field';
import { TextField } from '@/ui/form/text-field';
import type { AuditLogState } from './audit-log-state';

interface AuditLogFiltersProps {
  state: AuditLogState;
  onChange: ChangeUrlState<AuditLogState>;
  /** Kinds that occur in the log. */
  kinds: readonly string[];
}

const NONE: AuditLogState = { account: '', person: '', kind: '', since: '', until: '' };

/** Filters of the audit log. Kinds have the names of the command line. */
export function AuditLogFilters({ state, onChange, kinds }: AuditLogFiltersProps) {
  const { t } = useTranslation('console');
  // A kind in the URL stays visible, also if the log has none.
  const shown = state.kind && !kinds.includes(state.kind) ? [...kinds, state.kind] : kinds;
  const isFiltered = Object.values(state).some(Boolean);
  return (
    <search className="flex flex-wrap items-end gap-3">
      <div className="min-w-56 flex-2">
        <TextField
          label={t('log.account')}
          value={state.account}
          placeholder={t('log.accountHint')}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onChange({ account: target.value, kind: '' }, { replace: true })}
        />
      </div>
      <div className="min-w-44 flex-1">
        <TextField
          label={t('log.person')}
          value={state.person}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onChange({ person: target.value }, { replace: true })}
        />
      </div>
      <div className="min-w-44 flex-1">
        <SelectField
          label={t('log.kind')}
          value={state.kind}
          placeholder={t('log.any')}
          options={shown.map((kind) => ({ value: kind, label: kind }))}
          onChange={({ target }) => onChange({ kind: target.value })}
        />
      </div>
      <div className="min-w-36 flex-1">
        <TextField
          label={t('log.since')}
          type="date"
          value={state.since}
          onChange={({ target }) => onChange({ since: target.value })}
        />
      </div>
      <div className="min-w-36 flex-1">
        <TextField
          label={t('log.until')}
          type="date"
          value={state.until}
          onChange={({ target }) => onChange({ until: target.value })}
        />
      </div>
      {isFiltered && (
        <Button variant="ghost" onClick={() => onChange(NONE)}>
          {t('log.clear')}
        </Button>
      )}
    </search>
  );
}
