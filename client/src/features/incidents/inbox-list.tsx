import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { formatNumber } from '@/lib/format';
import { toUserMessage } from '@/lib/graphql/errors';
import { incidentPath } from '@/lib/paths';
import { usePermissions } from '@/lib/session/permissions';
import type { ChangeUrlState } from '@/lib/url-state';
import { Pill } from '@/ui/display/pill';
import { EmptyState } from '@/ui/feedback/empty-state';
import { ErrorPanel } from '@/ui/feedback/error-panel';
import { AllClear, NoneYet } from '@/ui/feedback/illustrations';
import { Card } from '@/ui/layout/card';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { Pagination } from '@/ui/table/pagination';
import { useRowSelection } from '@/ui/table/use-row-selection';
import { IncidentTable } from './incident-table';
import { useGroupName, useSections } from './inbox-sections';
import type { InboxState } from './inbox-state';
import { InboxToolbar } from './inbox-toolbar';
import { useIncidentTotalsQuery } from './incidents.generated';
import { choiceOf, choiceOfAll, selectedRows } from './triage/selection-target';
import { useIncidentUpdates } from './triage/use-incident-updates';
import { useMembers } from './triage/use-members';
import { useTriage } from './triage/use-triage';
import type { Inbox } from './use-inbox';
import { useInboxCommands } from './use-inbox-commands';

// Loaded after the list.
const BulkActions = lazy(async () => ({ default: (await import('./triage/bulk-actions')).BulkActions }));

interface InboxListProps {
  state: InboxState;
  onChange: ChangeUrlState<InboxState>;
  inbox: Inbox;
  hasAssignees: boolean;
  /** Takes how to find out whether somebody is using the list, so that its rows must not move. */
  onHold: (isHeld: () => boolean) => void;
}

/** The incidents of a tab, and what can be done with them. */
export function InboxList({ state, onChange, inbox, hasAssignees, onHold }: InboxListProps) {
  const { t, i18n } = useTranslation('incidents');
  const navigate = useNavigate();
  const mayTriage = usePermissions()('TRIAGE');
  const members = useMembers();
  const frame = useRef<HTMLDivElement>(null);
  const { tab, group } = state;
  const { rows: all, groups, isGrouped, filter, total, page, pageSize, news } = inbox;

  // Rows of collapsed groups stay selected.
  const selection = useRowSelection(useMemo(() => all.map(({ id }) => id), [all]));
  const chosenSelection = mayTriage ? selection : undefined;
  const { sections, toggleAll } = useSections({
    groups,
    grouping: group,
    selection: chosenSelection,
    onShowAll: (only) => onChange({ only, page: 1 }),
  });
  const rows = isGrouped ? sections.flatMap((section) => section.rows) : all;
  const hasChosen = selection.ids.size > 0;
  useEffect(() => {
    onHold(
      () =>
        hasChosen ||
        (frame.current?.matches(':hover') ?? false) ||
        (frame.current?.contains(document.activeElement) ?? false),
    );
  }, [onHold, hasChosen]);

  // "All matching" refers to the list it was chosen with.
  const list = JSON.stringify([filter, group]);
  const [selectedIn, setSelectedIn] = useState(list);
  if (selectedIn !== list) {
    setSelectedIn(list);
    selection.clear();
  }
  const totals = useIncidentTotalsQuery({
    variables: { filter },
    skip: !selection.allMatching,
    fetchPolicy: 'network-only',
  });
  const counted = totals.data?.incidentTotals;
  const chosen = selectedRows(all, selection);
  const choice = !selection.allMatching ? choiceOf(chosen) : counted && choiceOfAll(filter, counted, tab === 'closed');

  const updates = useIncidentUpdates(inbox.refresh);
  const triage = useTriage(updates, selection.clear);
  useInboxCommands({ state, onChange, rows: all, selection, choice, triage, updates, members, mayTriage, toggleAll });

  const nameOf = useGroupName();
  const only = inbox.onlyGroup;
  const range = {
    first: formatNumber((page - 1) * pageSize + 1, i18n.language),
    last: formatNumber((page - 1) * pageSize + (isGrouped ? groups.length : all.length), i18n.language),
    total: formatNumber(total, i18n.language),
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <InboxToolbar state={state} onChange={onChange} groupName={only && nameOf(only, group)} />
      <VisuallyHidden live>
        {inbox.hasData && !inbox.loading ? t(isGrouped ? 'groups.count' : 'count', { count: total }) : ''}
      </VisuallyHidden>
      {inbox.error && !inbox.loading ? (
        <ErrorPanel
          title={t('failed.list')}
          text={toUserMessage(inbox.error)}
          retryLabel={t('failed.retry')}
          onRetry={() => void inbox.refresh()}
        />
      ) : (
        <div ref={frame}>
          {/* Overlays the list without height, so that it moves no row. */}
          <div className="pointer-events-none sticky top-16 z-20 flex h-0 justify-center *:pointer-events-auto *:-mt-4 *:h-8">
            <Pill
              label={news === undefined ? undefined : news > 0 ? t('news', { count: news }) : t('changed')}
              onPress={() => void inbox.refresh()}
            />
          </div>
          <Card padded={false}>
            <IncidentTable
              rows={rows}
              sections={isGrouped && groups.length > 0 ? sections : undefined}
              state={!inbox.loading ? 'ready' : inbox.hasData ? 'refreshing' : 'loading'}
              skeletonRows={Math.min(pageSize, 10)}
              selection={chosenSelection}
              hasAssignees={hasAssignees}
              isClosedTab={tab === 'closed'}
              onOpen={(id) => void navigate(incidentPath(id))}
              empty={groups.length === 0 && <EmptyTab tab={tab} />}
            />
            {/* Before the pagination, which it must not cover. */}
            {mayTriage && (
              <Suspense>
                <BulkActions
                  selection={selection}
                  choice={choice}
                  tab={tab}
                  total={isGrouped ? (inbox.counts?.[tab] ?? 0) : total}
                  members={members}
                  triage={triage}
                />
              </Suspense>
            )}
            {all.length > 0 && (
              <div className="border-t border-line px-4 py-3">
                <Pagination
                  sizes={!isGrouped}
                  page={page}
                  pageCount={inbox.pageCount}
                  onPageChange={(next) => onChange({ page: next })}
                  label={t('pages.label')}
                  previousLabel={t('pages.previous')}
                  nextLabel={t('pages.next')}
                  pageLabel={(number) => t('pages.page', { page: formatNumber(number, i18n.language) })}
                  summary={
                    isGrouped
                      ? t('groups.summary', range)
                      : t(inbox.totalIsExact ? 'pages.summary' : 'pages.summaryMore', range)
                  }
                />
              </div>
            )}
          </Card>
        </div>
      )}
      {triage.dialogs}
    </div>
  );
}

function EmptyTab({ tab }: { tab: InboxState['tab'] }): ReactNode {
  const { t } = useTranslation('incidents');
  return (
    <EmptyState
      illustration={tab === 'closed' ? <NoneYet /> : <AllClear />}
      title={t(`empty.${tab}.title`)}
      text={t(`empty.${tab}.text`)}
    />
  );
}
