import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { countryName, formatDay } from '@/lib/format';
import type { ChangeUrlState } from '@/lib/url-state';
import { Button } from '@/ui/form/button';
import { FilterChip } from '@/ui/table/filter-chip';
import { isNarrowed, type ListState, NO_FILTER, NOBODY, scopeOf } from './list-state';
import type { Assignee } from './search-query';

interface FilterChipsProps {
  list: ListState;
  assignees: readonly Assignee[];
  onChange: ChangeUrlState<ListState>;
}

type Key =
  | 'state'
  | 'read'
  | 'period'
  | 'after'
  | 'before'
  | (typeof TEXTS)[number]
  | 'type'
  | 'exists'
  | 'severity'
  | 'assignee';

interface Chip {
  key: Key;
  value: string;
}

const TEXTS = ['user', 'url', 'domain', 'email', 'leak', 'device', 'malware', 'site', 'country', 'person'] as const;

/** Active filters, without those that the name of a built-in view already implies. */
function chipsOf(
  list: ListState,
  assignees: readonly Assignee[],
  t: TFunction<'detections'>,
  language: string,
): Chip[] {
  const chips: Chip[] = [];
  if (scopeOf(list) === undefined) {
    if (list.state !== NO_FILTER.state) chips.push({ key: 'state', value: t(`filter.stateValue.${list.state}`) });
    if (list.read !== 'any') chips.push({ key: 'read', value: t(`filter.readValue.${list.read}`) });
    if (list.period !== 'any') chips.push({ key: 'period', value: t(`filter.periodValue.${list.period}`) });
    for (const key of ['after', 'before'] as const) {
      if (list[key] !== '') chips.push({ key, value: formatDay(list[key], language) });
    }
  }
  for (const key of TEXTS) {
    if (list[key] !== '')
      chips.push({ key, value: key === 'country' ? countryName(list[key], list[key], language) : list[key] });
  }
  if (list.type !== 'any') chips.push({ key: 'type', value: t(`filter.typeValue.${list.type}`) });
  if (list.exists !== 'any') chips.push({ key: 'exists', value: t(`filter.existsValue.${list.exists}`) });
  if (list.severity !== 'any') chips.push({ key: 'severity', value: t(`filter.severityValue.${list.severity}`) });
  if (list.assignee !== '') {
    const member = assignees.find(({ id }) => id === list.assignee);
    const value = list.assignee === NOBODY ? t('assign.nobody') : (member?.name ?? t('assign.former'));
    chips.push({ key: 'assignee', value });
  }
  return chips;
}

/** Active filters, each removable, and a button that clears all. */
export function FilterChips({ list, assignees, onChange }: FilterChipsProps) {
  const { t, i18n } = useTranslation('detections');
  const chips = chipsOf(list, assignees, t, i18n.language);
  // Not for a built-in view alone: its own button is shown as chosen.
  const clearable = isNarrowed(list) || (scopeOf(list) === undefined && list.state !== NO_FILTER.state);
  if (chips.length === 0 && !clearable) return null;
  return (
    <div role="group" aria-label={t('filter.active')} className="flex min-w-0 flex-wrap items-center gap-2">
      {chips.map(({ key, value }) => (
        <FilterChip
          key={key}
          name={t(`filter.name.${key}`)}
          value={value}
          removeLabel={t('filter.remove', { name: t(`filter.name.${key}`) })}
          onRemove={() => onChange({ [key]: NO_FILTER[key], page: 1 })}
        />
      ))}
      {clearable && (
        <Button size="sm" variant="ghost" onClick={() => onChange(NO_FILTER)}>
          {t('filter.clear')}
        </Button>
      )}
    </div>
  );
}
