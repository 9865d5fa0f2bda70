import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/format';
import { Badge } from '@/ui/display/badge';
import { RelativeTime } from '@/ui/display/relative-time';
import { EmptyState } from '@/ui/feedback/empty-state';
import { NoneYet } from '@/ui/feedback/illustrations';
import type { DataTableColumn } from '@/ui/table/data-table-types';
import { ConsoleTable } from '../console-table';
import { type Run, shownState, toneOf } from './runs/run-labels';
import type { usePastRuns } from './use-past-runs';

interface RunHistoryProps {
  past: ReturnType<typeof usePastRuns>;
  openId: string | undefined;
  onOpen: (run: Run) => void;
}

/** Runs that have ended. */
export function RunHistory({ past: { asked, page, position }, openId, onOpen }: RunHistoryProps) {
  const { t } = useTranslation(['ingestion', 'console']);
  const columns = useColumns();
  return (
    <ConsoleTable
      query={asked}
      page={page}
      position={position}
      marksRefreshing={false}
      title={t('history.title')}
      label={t('history.title')}
      pagesLabel={t('history.pages')}
      previousLabel={t('console:accounts.previous')}
      nextLabel={t('console:accounts.next')}
      columns={columns}
      skeletonRows={6}
      onOpen={onOpen}
      openId={openId}
      empty={<EmptyState illustration={<NoneYet />} title={t('history.none')} text={t('history.noneText')} />}
    />
  );
}

function useColumns(): DataTableColumn<Run>[] {
  const { t, i18n } = useTranslation('ingestion');
  return useMemo(() => {
    const count = (id: 'records' | 'rejected' | 'detections', optional?: 'first' | 'next'): DataTableColumn<Run> => ({
      id,
      header: t(`figures.${id}`),
      width: 130,
      // A cut number would be another one.
      exact: true,
      align: 'end',
      ...(optional && { optional }),
      cell: (run) => formatNumber(run[id], i18n.language),
    });
    return [
      {
        id: 'name',
        header: t('history.file'),
        width: 250,
        cell: ({ name }) => (
          <bdi title={name} className="font-medium text-ink">
            {name}
          </bdi>
        ),
      },
      {
        id: 'leak',
        header: t('history.leak'),
        width: 200,
        optional: 'next',
        cell: ({ leak }) => <bdi title={leak}>{leak}</bdi>,
      },
      {
        id: 'state',
        header: t('history.outcome'),
        width: 140,
        card: 'aside',
        cell: (run) => <Badge tone={toneOf(run)}>{t(`runs.state.${shownState(run)}`)}</Badge>,
      },
      count('records'),
      count('rejected', 'first'),
      count('detections'),
      {
        id: 'ended',
        header: t('history.ended'),
        width: 150,
        exact: true,
        align: 'end',
        cell: ({ endedAt, createdAt }) => <RelativeTime iso={endedAt ?? createdAt} />,
      },
    ];
  }, [t, i18n.language]);
}
