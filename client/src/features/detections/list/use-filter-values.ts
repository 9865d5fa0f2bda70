import { skipToken } from '@apollo/client/react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { countryName } from '@/lib/format';
import { keysOf } from '@/lib/url-state';
import { useSettled } from '@/lib/use-settled';
import {
  type FilterValuesQuery,
  type FilterValuesQueryVariables,
  useFilterValuesQuery,
} from './filter-values.generated';
import { EVIDENCE_TYPES, type ListState, type Mode, NOBODY, PERIODS, SEVERITIES } from './list-state';
import { type Assignee, type FilterName, readFilter, STATES } from './search-query';

/** Value that a filter can have. */
export interface FilterValue {
  label: string;
  /** What is typed for it, if not the label. */
  detail?: string;
  change: Partial<ListState>;
}

interface FilterValues {
  /** Undefined for filters of free text. */
  values: readonly FilterValue[] | undefined;
  loading: boolean;
  failed: boolean;
}

type Kind = Exclude<keyof FilterValuesQueryVariables, 'text'>;

/** Filters whose values the server knows. */
const KINDS: Readonly<Partial<Record<FilterName, Kind>>> = {
  person: 'people',
  email: 'people',
  device: 'devices',
  leak: 'leaks',
  site: 'sites',
  malware: 'malware',
  country: 'countries',
};
const STATE_LABELS = {
  open: 'filter.stateValue.open',
  closed: 'filter.stateValue.closed',
  any: 'filter.stateValue.all',
  read: 'filter.readValue.read',
  unread: 'filter.readValue.unread',
  new: 'views.new',
} as const satisfies Record<keyof typeof STATES, string>;
const LONGEST_TEXT = 200;
const MOST_COUNTRIES = 8;
const NOTHING = { people: false, devices: false, leaks: false, sites: false, malware: false, countries: false };

/** Values of a filter that contain a word. */
export function useFilterValues(
  name: FilterName | undefined,
  word: string,
  mode: Mode,
  members: readonly Assignee[],
): FilterValues {
  const { t, i18n } = useTranslation('detections');
  const kind = name && KINDS[name];
  const wanted = word.trim().slice(0, LONGEST_TEXT);
  const text = useSettled(wanted);
  const { data, error } = useFilterValuesQuery(
    kind === undefined
      ? skipToken
      : // All countries are asked for, as people type names and the server knows codes.
        { variables: { ...NOTHING, text: kind === 'countries' ? '' : text, [kind]: true } },
  );
  if (name === undefined) return { values: undefined, loading: false, failed: false };
  if (kind === undefined) return { values: fixedValues(name, wanted, t, members), loading: false, failed: false };
  // An answer to another text isn't shown.
  const isCurrent = text === wanted || kind === 'countries';
  const found = isCurrent ? data?.globalSearch : undefined;
  const failed = isCurrent && error !== undefined;
  return {
    values: found && valuesOf(name, found, wanted, mode, i18n.language, members),
    loading: !found && !failed,
    failed,
  };
}

const contains = (word: string, ...texts: string[]) =>
  texts.some((text) => text.toLowerCase().includes(word.toLowerCase()));

function valuesOf(
  name: FilterName,
  { people, devices, leaks, sites, malware, countries }: FilterValuesQuery['globalSearch'],
  word: string,
  mode: Mode,
  language: string,
  members: readonly Assignee[],
): FilterValue[] {
  const list = mode === 'portals' ? 'PORTALS' : 'WORKFORCE';
  const computers = new Set(devices?.map(({ computer }) => computer));
  const value = (label: string, typed = label, detail?: string): FilterValue => ({
    label,
    ...(detail !== undefined && detail !== label && { detail }),
    change: readFilter(name, typed, members) ?? {},
  });
  return [
    ...(people?.map(({ email }) => value(email)) ?? []),
    ...[...computers].map((computer) => value(computer)),
    ...(leaks?.map((leak) => value(leak.title, leak.name, leak.name)) ?? []),
    ...(sites?.filter(({ alertKind }) => alertKind === list).map((site) => value(site.name)) ?? []),
    ...(malware?.map((family) => value(family)) ?? []),
    ...(countries
      ?.map((code) => value(countryName(code, code, language), code, code))
      .filter(({ label, detail = '' }) => contains(word, label, detail))
      .toSorted((one, other) => one.label.localeCompare(other.label, language))
      .slice(0, MOST_COUNTRIES) ?? []),
  ];
}

/** Values of filters with a fixed set; undefined for free text. */
function fixedValues(
  name: FilterName,
  word: string,
  t: TFunction<'detections'>,
  members: readonly Assignee[],
): FilterValue[] | undefined {
  const all = ((): FilterValue[] | undefined => {
    switch (name) {
      case 'type':
        return EVIDENCE_TYPES.map((type) => ({ label: t(`filter.typeValue.${type}`), detail: type, change: { type } }));
      case 'severity':
        return keysOf(SEVERITIES)
          .toReversed()
          .map((severity) => ({
            label: t(`filter.severityValue.${severity}`),
            detail: severity,
            change: { severity },
          }));
      case 'last':
        return keysOf(PERIODS).map((period) => ({
          label: t(`filter.periodValue.${period}`),
          detail: period,
          change: { period, after: '' },
        }));
      case 'is':
        return keysOf(STATES).map((state) => ({
          label: t(STATE_LABELS[state]),
          detail: state,
          change: STATES[state],
        }));
      case 'assignee':
        return [
          ...members.map((member) => ({
            label: member.isMe ? t('assign.me', { name: member.name }) : member.name,
            detail: member.isMe ? 'me' : member.email,
            change: { assignee: member.id },
          })),
          { label: t('assign.nobody'), detail: NOBODY, change: { assignee: NOBODY } },
        ];
      default:
        return undefined;
    }
  })();
  return all?.filter(({ label, detail = '' }) => contains(word, label, detail));
}
