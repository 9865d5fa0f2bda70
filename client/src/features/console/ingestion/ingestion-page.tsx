import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { ConsolePage } from '../console-page';
import { useConsoleIngestionQuery } from './ingestion.generated';
import { OpenRuns } from './runs/open-runs';
import { RunDrawer } from './runs/run-drawer';
import { RunHistory } from './run-history';
import { type Run, shownState } from './runs/run-labels';
import { useOpenRuns } from './runs/use-open-runs';
import { usePastRuns } from './use-past-runs';
import { SourcesCard } from './sources-card';
import { UploadsCard } from './uploads/uploads-card';
import { useAnnouncer } from './use-announcer';

/** Uploads of leak files, and their ingestion. */
export function IngestionPage() {
  const { t } = useTranslation('ingestion');
  const asked = useConsoleIngestionQuery({ fetchPolicy: 'cache-and-network' });
  const past = usePastRuns();
  const reloadPast = past.asked.refetch;
  const open = useOpenRuns(() => void Promise.all([reloadPast(), asked.refetch()]).catch(() => undefined));
  const [shownId, setShownId] = useState<string>();
  const all = [...(open.runs ?? []), ...(past.page?.results ?? [])];
  const shown = all.find(({ id }) => id === shownId);
  const openRun = ({ id }: Run) => setShownId(id);
  const announcement = useAnnouncer(
    open.runs && past.page && all,
    ({ id }) => id,
    shownState,
    (run) => t('announced', { name: run.name, state: t(`runs.state.${shownState(run)}`) }),
  );
  const onChanged = async () => {
    await Promise.all([open.asked.refetch(), reloadPast(), asked.refetch()]);
  };
  return (
    <ConsolePage title={t('title')} description={t('text')} query={asked}>
      <UploadsCard asked={asked} openRuns={open.runs ?? []} />
      <OpenRuns query={open.asked} runs={open.runs} hasMore={open.hasMore} onOpen={openRun} onChanged={onChanged} />
      <RunHistory past={past} openId={shown?.id} onOpen={openRun} />
      {asked.data && <SourcesCard settings={asked.data.console.ingestSettings} />}
      <RunDrawer run={shown} onClose={() => setShownId(undefined)} onChanged={onChanged} />
      <VisuallyHidden live>{announcement}</VisuallyHidden>
    </ConsolePage>
  );
}
