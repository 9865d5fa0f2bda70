import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/format';
import { Badge } from '@/ui/display/badge';
import { Callout } from '@/ui/feedback/callout';
import type { QueryState } from '@/ui/feedback/async-content';
import { Button } from '@/ui/form/button';
import { Card } from '@/ui/layout/card';
import { AsyncList } from '@/ui/table/async-list';
import { formatBytes, formatTimeLeft, percentOf } from '../figures';
import { ProgressBar } from '../progress-bar';
import { RunActions } from './run-actions';
import { isBeingChecked, type Run, shownState, toneOf } from './run-labels';

interface OpenRunsProps {
  query: QueryState;
  /** Undefined until loaded. */
  runs: readonly Run[] | undefined;
  hasMore: boolean;
  onOpen: (run: Run) => void;
  onChanged: () => Promise<unknown>;
}

/** Runs that wait, run, are paused, or wait for a decision. */
export function OpenRuns({ query, runs, hasMore, onOpen, onChanged }: OpenRunsProps) {
  const { t } = useTranslation(['ingestion', 'console']);
  return (
    <Card title={t('runs.open')} padded={false}>
      <AsyncList
        query={query}
        rows={runs}
        rowKey={({ id }) => id}
        loadingLabel={t('console:loading')}
        empty={t('runs.none')}
      >
        {(run) => <OpenRun run={run} onOpen={() => onOpen(run)} onChanged={onChanged} />}
      </AsyncList>
      {hasMore && <p className="border-t border-line px-5 py-3 text-sm text-ink-muted">{t('runs.more')}</p>}
    </Card>
  );
}

interface OpenRunProps {
  run: Run;
  onOpen: () => void;
  onChanged: () => Promise<unknown>;
}

function OpenRun({ run, onOpen, onChanged }: OpenRunProps) {
  const { t, i18n } = useTranslation('ingestion');
  const { name, leak, state, bytes, bytesRead, linesPerSecond, secondsLeft, records, detections, message, source } =
    run;
  const number = (value: number) => formatNumber(value, i18n.language);
  const amount = t('uploads.amount', {
    done: formatBytes(bytesRead, i18n.language),
    whole: formatBytes(bytes, i18n.language),
  });
  return (
    <li className="grid gap-2.5 px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-48 flex-1">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <bdi className="min-w-0 text-base font-medium wrap-anywhere text-ink">{name}</bdi>
            <Badge tone={toneOf(run)}>{t(`runs.state.${shownState(run)}`)}</Badge>
          </p>
          <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-ink-muted">
            <bdi className="wrap-anywhere">{leak}</bdi>
            <span>{t(`runs.source.${source}`)}</span>
          </p>
        </div>
        <div className="flex flex-wrap gap-1.5">
          <Button
            size="sm"
            variant="ghost"
            aria-label={t('named', { action: t('runs.details'), name })}
            onClick={onOpen}
          >
            {t('runs.details')}
          </Button>
          <RunActions run={run} onChanged={onChanged} />
        </div>
      </div>
      <ProgressBar
        label={t('runs.progress', { name })}
        percent={percentOf(bytesRead, bytes)}
        text={amount}
        isIdle={state !== 'RUNNING'}
      />
      <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-ink-muted tabular-nums">
        <span>{isBeingChecked(run) ? t('runs.checking') : amount}</span>
        <span>{t('runs.records', { number: number(records) })}</span>
        <span>{t('runs.detections', { number: number(detections) })}</span>
        {state === 'RUNNING' && linesPerSecond !== null && (
          <span>{t('runs.speed', { number: number(Math.round(linesPerSecond)) })}</span>
        )}
        {state === 'RUNNING' && secondsLeft !== null && (
          <span>{t('left', { time: formatTimeLeft(secondsLeft, i18n.language) })}</span>
        )}
      </p>
      {state === 'HELD' && (
        <Callout tone="warning" title={t('runs.heldTitle')}>
          {message !== null && (
            <p dir="auto" className="wrap-anywhere">
              {message}
            </p>
          )}
          <p>{t('runs.heldText')}</p>
        </Callout>
      )}
    </li>
  );
}
