import { ChevronDown } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { devicePath } from '@/lib/entity-paths';
import { formatNumber } from '@/lib/format';
import { leakPath, personPath } from '@/lib/paths';
import { classes } from '@/ui/classes';
import { SeverityMark } from '@/ui/display/severity-mark';
import { Button } from '@/ui/form/button';
import { Checkbox } from '@/ui/form/checkbox';
import { Link } from '@/ui/layout/link';
import type { TableSection } from '@/ui/table/data-table-types';
import type { RowSelection } from '@/ui/table/use-row-selection';
import type { InboxState } from './inbox-state';
import type { IncidentGroup, IncidentRow } from './use-inbox';

type Grouping = InboxState['group'];

/** How a group is called. */
export function useGroupName(): (group: IncidentGroup, grouping: Grouping) => string {
  const { t } = useTranslation('incidents');
  return (group, grouping) => {
    if (grouping === 'device') {
      if (group.results[0]?.kind !== 'DEVICE') return t('group.noDevice');
      const { computer, userName } = group;
      return computer === null ? t('group.unnamedDevice') : userName === null ? computer : `${computer} · ${userName}`;
    }
    if (grouping === 'leak') return group.leakTitle ?? t('group.noLeak');
    return group.personEmail ?? t(group.hasSeveral ? 'group.severalPeople' : 'group.noPerson');
  };
}

/** Page of what a group is about, if it is one person, leak or device. */
function targetOf({ incidents, results: [first], leakName, personId }: IncidentGroup, grouping: Grouping) {
  if (grouping === 'leak') return leakName ? leakPath(leakName) : undefined;
  if (grouping === 'person') return personId === null ? undefined : personPath(personId);
  return incidents === 1 && first?.kind === 'DEVICE' ? devicePath(first.id) : undefined;
}

interface SectionsOptions {
  groups: readonly IncidentGroup[];
  grouping: Grouping;
  selection: RowSelection | undefined;
  onShowAll: (key: string) => void;
}

/** Groups as sections of the table, of which each can be collapsed, and the rows that are visible then. */
export function useSections({ groups, grouping, selection, onShowAll }: SectionsOptions): {
  sections: readonly TableSection<IncidentRow>[];
  toggleAll: () => void;
} {
  const { t, i18n } = useTranslation('incidents');
  const nameOf = useGroupName();
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) =>
    setCollapsed((before) => new Set(before.has(key) ? [...before].filter((each) => each !== key) : [...before, key]));
  const sections = groups.map((group) => {
    const { key, incidents, openDetections, detections, level, results } = group;
    const isOpen = !collapsed.has(key);
    const name = nameOf(group, grouping);
    const target = targetOf(group, grouping);
    return {
      id: key,
      rows: isOpen ? results : [],
      header: (
        <GroupHeader
          name={name}
          target={target}
          level={level}
          summary={t('group.summary', {
            incidents: t('count', { count: incidents }),
            detections: t('detectionCount', { count: openDetections || detections }),
          })}
          isOpen={isOpen}
          onToggle={() => toggle(key)}
          checkbox={
            selection && (
              <GroupCheckbox
                label={t('select.group', { name })}
                ids={results.map(({ id }) => id)}
                selection={selection}
              />
            )
          }
        />
      ),
      footer: isOpen && incidents > results.length && (
        <Button size="sm" variant="ghost" onClick={() => onShowAll(key)}>
          {t('group.all', { number: formatNumber(incidents, i18n.language) })}
        </Button>
      ),
    };
  });
  return {
    sections,
    toggleAll: () => setCollapsed(new Set(collapsed.size > 0 ? [] : groups.map(({ key }) => key))),
  };
}

interface GroupHeaderProps {
  name: string;
  /** Path of the page of that name. */
  target: string | undefined;
  level: IncidentGroup['level'];
  summary: string;
  isOpen: boolean;
  onToggle: () => void;
  checkbox: ReactNode;
}

function GroupHeader({ name, target, level, summary, isOpen, onToggle, checkbox }: GroupHeaderProps) {
  const { t: td } = useTranslation('detections');
  return (
    <span className="flex min-w-0 items-center gap-3">
      {checkbox}
      <span className="flex min-h-9 min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <span className="flex min-w-0 items-center gap-1">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={name}
            onClick={onToggle}
            className="-ms-2.5 grid size-9 shrink-0 place-items-center rounded-sm text-ink-muted hover:text-ink"
          >
            <ChevronDown
              aria-hidden="true"
              className={classes('size-4 transition-transform duration-150', !isOpen && '-rotate-90 rtl:rotate-90')}
            />
          </button>
          <bdi title={name} className="truncate text-base font-semibold text-ink">
            {target === undefined ? (
              name
            ) : (
              <Link look="name" to={target}>
                {name}
              </Link>
            )}
          </bdi>
        </span>
        <span className="text-sm text-ink-muted tabular-nums">{summary}</span>
      </span>
      <SeverityMark level={level} label={td(`severity.${level}`)} />
    </span>
  );
}

interface GroupCheckboxProps {
  label: string;
  ids: readonly string[];
  selection: RowSelection;
}

/** Selects the rows of a group that are listed, or none of them. */
function GroupCheckbox({ label, ids, selection }: GroupCheckboxProps) {
  const chosen = useMemo(() => ids.filter((id) => selection.ids.has(id)).length, [ids, selection.ids]);
  const isWhole = chosen === ids.length;
  return (
    <Checkbox
      label={label}
      labelHidden
      checked={isWhole}
      indeterminate={chosen > 0 && !isWhole}
      onChange={() =>
        selection.keep(
          isWhole ? [...selection.ids].filter((id) => !ids.includes(id)) : [...new Set([...selection.ids, ...ids])],
        )
      }
    />
  );
}
