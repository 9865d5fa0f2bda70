import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '@/i18n';
import { toUserMessage } from '@/lib/graphql/errors';
import type { AlertFilter } from '@/lib/graphql/schema-types.generated';
import { useExpiredAnchor, useListAnchor } from '@/lib/list-anchor';
import { usePermissions } from '@/lib/session/permissions';
import { useUrlState } from '@/lib/url-state';
import { Pill } from '@/ui/display/pill';
import { ErrorPanel } from '@/ui/feedback/error-panel';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { PageHeader } from '@/ui/layout/page-header';
import { useMedia } from '@/ui/layout/use-media';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { Pagination } from '@/ui/table/pagination';
import { usePageSize } from '@/ui/table/page-size';
import { useRowSelection } from '@/ui/table/use-row-selection';
import { useDetail } from './detail/use-detail';
import { useSteps } from './detail/use-steps';
import { type DetectionListQuery, useDetectionListQuery } from './detections.generated';
import { DetectionFilters } from './list/detection-filters';
import { DetectionTable } from './list/detection-table';
import { ListOptions } from './list/list-options';
import { filterOf, listOfView, listSchema, type ListState, type Mode, scopeOf, takesNewOnes } from './list/list-state';
import { SavedViewsBar } from './list/saved-views';
import { shownColumns, useTablePreferences, writtenColumns } from './list/table-preferences';
import { useNewDetections } from './list/use-new-detections';
import { useSavedViews } from './list/use-saved-views';
import { targetOf } from './triage/selection-target';
import { useAssignees } from './triage/use-assignees';
import { useDetectionCommands } from './triage/use-detection-commands';
import { type UpdateTarget, useUpdateDetections } from './triage/use-update-detections';

// Loaded after the list.
const DetailView = lazy(async () => {
  const [{ DetailView: View }] = await Promise.all([import('./detail/detail-view'), loadTexts('detection')]);
  return { default: View };
});
const BulkActions = lazy(async () => ({ default: (await import('./triage/bulk-actions')).BulkActions }));
const DetectionChanges = lazy(async () => ({
  default: (await import('./list/detection-changes')).DetectionChanges,
}));
const ExportDialog = lazy(async () => ({ default: (await import('./export/export-dialog')).ExportDialog }));

/** Smallest width of the split view; narrower windows have a drawer. */
const WIDE = '(min-width: 1280px)';
const NO_ROWS: DetectionListQuery['alerts']['results'] = [];

/** Server filter, with a stable identity while its content is unchanged. */
function useFilter(mode: Mode, list: ListState): AlertFilter {
  const filter = filterOf(mode, list);
  const [kept, setKept] = useState(filter);
  const same = JSON.stringify(kept) === JSON.stringify(filter);
  if (!same) setKept(filter);
  return same ? kept : filter;
}

/** Workforce or Portals list (spec §2) with the detail in a split view or a drawer. */
export function DetectionsPage({ mode }: { mode: Mode }) {
  const { t } = useTranslation('detections');
  const [list, changeList] = useUrlState(listSchema);
  const { page, state, order } = list;
  const filter = useFilter(mode, list);
  const assignees = useAssignees();
  const saved = useSavedViews(mode);
  const may = usePermissions();
  const [look, changeLook] = useTablePreferences(mode);
  const [exporting, setExporting] = useState<UpdateTarget | null>(null);
  const [wantsFile, setWantsFile] = useState(false);
  if (exporting && !wantsFile) setWantsFile(true);
  const detail = useDetail(list.detection);
  const pageSize = usePageSize();
  const anchor = useListAnchor(JSON.stringify([filter, order]), page);
  const { asOf } = anchor;
  const variables = { filter, page, pageSize, ordering: order, ...(asOf !== null && { asOf }) };
  const { data, previousData, error, loading, refetch } = useDetectionListQuery({
    variables,
    fetchPolicy: 'cache-and-network',
  });
  anchor.keep(data?.alerts.asOf);
  useExpiredAnchor(anchor, error);
  // Show the previous rows until the new ones arrive.
  const alerts = (data ?? (loading ? previousData : undefined))?.alerts;
  const rows = alerts?.results ?? NO_ROWS;
  const total = alerts?.total ?? 0;
  const pageCount = Math.max(1, Math.ceil(total / pageSize));

  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const selection = useRowSelection(ids);
  const news = useNewDetections(mode, alerts?.cursor);
  const refresh = async () => {
    if (asOf === null) news.forget();
    await refetch();
  };
  const reload = () => {
    news.forget();
    if (asOf === null) void refetch();
    else anchor.reload();
  };
  const updates = useUpdateDetections(refresh);

  const isWide = useMedia(WIDE);
  const isSplit = isWide && list.detection !== '';
  const steps = useSteps({
    open: list.detection,
    page,
    pageCount,
    ids,
    // Other pages are cut from the state that this one shows.
    variables: { filter, pageSize, ordering: order, ...(alerts && { asOf: alerts.asOf }) },
    closedOnesLeave: asOf === null && state === 'open',
    updates,
    onShow: (target) => changeList({ detection: target.id, page: target.page }, { replace: true }),
  });

  // Copy the remembered columns to the URL, so that a shared link shows the same columns.
  const untold = list.columns === '' && look.columns !== '';
  useEffect(() => {
    if (untold) changeList({ columns: look.columns }, { replace: true });
    // On mount only; afterwards the URL is up to date.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, []);
  const shown = useMemo(() => shownColumns(mode, list.columns), [mode, list.columns]);

  useDetectionCommands({
    rows,
    list,
    changeList,
    steps,
    openView: (id) => {
      const view = saved.views.find((each) => each.id === id);
      if (view) changeList(listOfView(view));
    },
    filter,
    selection,
    updates,
    saved,
    assignees,
    onExport: may('EXPORT') ? () => setExporting({ filter }) : undefined,
  });

  // "All matching" refers to the filter it was chosen with.
  const [selectedBy, setSelectedBy] = useState(filter);
  if (selectedBy !== filter) {
    setSelectedBy(filter);
    selection.clear();
  }

  // Closing the last rows of the last page leaves a page number that no longer exists.
  const beyondTheEnd = !loading && rows.length === 0 && total > 0 && page > pageCount;
  useEffect(() => {
    if (beyondTheEnd) changeList({ page: pageCount }, { replace: true });
  }, [beyondTheEnd, changeList, pageCount]);

  const showNew = () => {
    changeList({ page: 1 });
    reload();
  };
  const count = alerts?.totalIsExact === false ? t('countMore', { count: total }) : t('count', { count: total });
  const range = { first: (page - 1) * pageSize + 1, last: (page - 1) * pageSize + rows.length, total };

  return (
    <Page width="wide">
      <title>{t(`${mode}.title`)}</title>
      <PageHeader title={t(`${mode}.title`)} description={t(`description.${scopeOf(list) ?? state}`)} />
      <DetectionFilters
        mode={mode}
        list={list}
        assignees={assignees}
        onChange={changeList}
        views={<SavedViewsBar list={list} saved={saved} onChange={changeList} />}
        options={
          <ListOptions
            shown={shown}
            look={look}
            onShownChange={(next) => {
              const columns = writtenColumns(mode, next);
              changeLook({ columns });
              changeList({ columns }, { replace: true });
            }}
            onLookChange={changeLook}
            onExport={may('EXPORT') ? () => setExporting({ filter }) : undefined}
          />
        }
      />
      <VisuallyHidden live>{alerts && !loading ? count : ''}</VisuallyHidden>
      <div className={isSplit ? 'grid grid-cols-[420px_minmax(0,1fr)] items-start gap-5' : undefined}>
        {error && !loading ? (
          <ErrorPanel
            title={t('failed.list')}
            text={toUserMessage(error)}
            retryLabel={t('failed.retry')}
            onRetry={reload}
          />
        ) : (
          <div>
            {/* Overlays the list without height, so that new detections do not move rows. */}
            <div className="pointer-events-none sticky top-16 z-20 flex h-0 justify-center *:pointer-events-auto *:-mt-4 *:h-8">
              <Pill
                label={news.count > 0 && takesNewOnes(list) ? t('new', { count: news.count }) : undefined}
                onPress={showNew}
              />
            </div>
            <Card padded={false}>
              <DetectionTable
                mode={mode}
                rows={rows}
                state={!loading ? 'ready' : alerts ? 'refreshing' : 'loading'}
                selection={selection}
                list={list}
                shown={shown}
                look={look}
                onLookChange={changeLook}
                isSplit={isSplit}
                onChange={changeList}
              />
              {/* Before the pagination, which it must not cover. */}
              <Suspense>
                <BulkActions
                  selection={selection}
                  state={state}
                  total={total}
                  totalIsExact={alerts?.totalIsExact ?? true}
                  filter={filter}
                  assignees={assignees}
                  updates={updates}
                  onExport={() => setExporting(targetOf(selection, filter))}
                />
              </Suspense>
              {rows.length > 0 && (
                <div className="border-t border-line px-4 py-3">
                  <Pagination
                    page={page}
                    pageCount={pageCount}
                    onPageChange={(next) => changeList({ page: next })}
                    reload={asOf === null ? undefined : { label: t('pages.reload'), onPress: reload }}
                    label={t('pages.label')}
                    previousLabel={t('pages.previous')}
                    nextLabel={t('pages.next')}
                    pageLabel={(number) => t('pages.page', { page: number })}
                    sizes
                    summary={alerts?.totalIsExact === false ? t('pages.summaryMore', range) : t('pages.summary', range)}
                  />
                </div>
              )}
            </Card>
          </div>
        )}
        <Suspense>
          <DetailView
            id={list.detection}
            detail={detail}
            steps={steps}
            isSplit={isWide}
            assignees={assignees}
            updates={updates}
            onShow={(detection) => changeList({ detection }, { replace: true })}
            onClose={() => changeList({ detection: '' }, { replace: true })}
          />
        </Suspense>
      </div>
      <Suspense>
        <DetectionChanges
          view={{
            filter,
            page,
            size: pageSize,
            order,
            hasNew: news.count > 0,
            variables,
            cursor: alerts?.cursor,
            loading,
            refresh,
          }}
          rows={rows}
          own={updates.own}
        />
      </Suspense>
      {wantsFile && (
        <Suspense>
          <ExportDialog
            target={exporting}
            order={order}
            count={exporting && 'ids' in exporting ? (exporting.ids?.length ?? 0) : total}
            onClose={() => setExporting(null)}
          />
        </Suspense>
      )}
    </Page>
  );
}
