import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { consoleQuarantinedFilePath } from '@/lib/entity-paths';
import { formatExactTime } from '@/lib/format';
import { Badge } from '@/ui/display/badge';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { Callout } from '@/ui/feedback/callout';
import { Link } from '@/ui/layout/link';
import { Drawer } from '@/ui/overlay/drawer';
import { formatBytes, isolated } from '../figures';
import { RunActions } from './run-actions';
import { Fact, Figures, Reasons } from '../facts';
import { type Run, shownState, toneOf } from './run-labels';

interface RunDrawerProps {
  run: Run | undefined;
  onClose: () => void;
  onChanged: () => Promise<unknown>;
}

/** Everything about a run. All of it is text, whatever it contains. */
export function RunDrawer({ run, onClose, onChanged }: RunDrawerProps) {
  const { t } = useTranslation('ingestion');
  // Stays visible while the drawer closes.
  const [last, setLast] = useState(run);
  if (run !== undefined && run !== last) setLast(run);
  const shown = run ?? last;
  return (
    <Drawer
      open={run !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={shown ? isolated(shown.name) : ''}
      description={shown && <Badge tone={toneOf(shown)}>{t(`runs.state.${shownState(shown)}`)}</Badge>}
      closeLabel={t('close')}
      footer={shown && shown.state !== 'DONE' && <RunActions run={shown} onChanged={onChanged} />}
    >
      {shown && <Details run={shown} />}
    </Drawer>
  );
}

function Details({ run }: { run: Run }) {
  const { t, i18n } = useTranslation('ingestion');
  const { language } = i18n;
  const { message, reason, fileId, operator, source, leak, host, bytes, createdAt, startedAt, endedAt } = run;
  const time = (iso: string) => <time dateTime={iso}>{formatExactTime(iso, language)}</time>;
  return (
    <div className="grid gap-6">
      {message !== null && (
        <Callout
          tone={run.state === 'DONE' ? 'info' : run.state === 'HELD' ? 'warning' : 'danger'}
          title={t(run.state === 'HELD' ? 'runs.heldTitle' : 'details.message')}
        >
          <p dir="auto" className="wrap-anywhere">
            {message}
          </p>
          {reason !== null && <MonospaceValue value={reason} />}
        </Callout>
      )}
      <Figures
        figures={[
          [t('figures.lines'), run.lines],
          [t('figures.records'), run.records],
          [t('figures.skipped'), run.skipped],
          [t('figures.rejected'), run.rejected],
          [t('figures.detections'), run.detections],
          [t('figures.sightings'), run.sightings],
        ]}
      />
      <Reasons title={t('details.rejections')} reasons={run.rejections} />
      <Reasons title={t('details.skips')} reasons={run.skips} />
      {fileId !== null && (
        <p>
          <Link to={consoleQuarantinedFilePath(fileId)}>{t('details.quarantine')}</Link>
        </p>
      )}
      <dl className="grid gap-4">
        <Fact name={t('history.leak')}>
          <bdi>{leak}</bdi>
        </Fact>
        <Fact name={t('details.size')}>{formatBytes(bytes, language)}</Fact>
        <Fact name={t('details.source')}>{t(`runs.source.${source}`)}</Fact>
        {operator !== null && (
          <Fact name={t('details.operator')}>
            <bdi>{operator}</bdi>
          </Fact>
        )}
        <Fact name={t('details.host')}>
          <MonospaceValue value={host} />
        </Fact>
        <Fact name={t('details.created')}>{time(createdAt)}</Fact>
        {startedAt !== null && <Fact name={t('details.started')}>{time(startedAt)}</Fact>}
        {endedAt !== null && <Fact name={t('details.ended')}>{time(endedAt)}</Fact>}
        <Fact name={t('details.id')}>
          <MonospaceValue value={run.id} />
        </Fact>
      </dl>
    </div>
  );
}
