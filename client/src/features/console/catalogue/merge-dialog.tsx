import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/format';
import { toUserMessage } from '@/lib/graphql/errors';
import { Callout } from '@/ui/feedback/callout';
import { toastOutcome } from '@/ui/feedback/mutation-toasts';
import { Button } from '@/ui/form/button';
import { Dialog } from '@/ui/overlay/dialog';
import { useConsoleLeakDetectionsQuery, useConsoleMergeLeaksMutation } from './catalogue.generated';
import type { LeakDetail } from './leak-page';
import { type LeakChoice, LeakTypeahead } from './leak-typeahead';

interface MergeDialogProps {
  leak: LeakDetail['leak'];
  onClose: () => void;
  onStarted: () => void;
}

/** Merges a leak into another one, after saying what moves. */
export function MergeDialog({ leak, onClose, onStarted }: MergeDialogProps) {
  const { t, i18n } = useTranslation('catalogue');
  const [into, setInto] = useState<LeakChoice>();
  const [problem, setProblem] = useState<string>();
  const [merge, { loading }] = useConsoleMergeLeaksMutation();
  const counted = useConsoleLeakDetectionsQuery({ variables: { name: leak.name }, fetchPolicy: 'network-only' });
  const detections = counted.data?.console.leak?.detections;

  async function start() {
    if (!into) return;
    setProblem(undefined);
    try {
      const result = (await merge({ variables: { name: leak.name, into: into.name } })).data?.result;
      if (result?.__typename === 'MessageSuccess') {
        toastOutcome(result);
        onStarted();
      } else setProblem(toUserMessage(result));
    } catch (failure) {
      setProblem(toUserMessage(failure));
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(stays) => {
        if (!stays) onClose();
      }}
      title={t('merge.title', { name: leak.title || leak.name })}
      description={t('merge.text')}
      closeLabel={t('close')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="danger"
            disabled={!into}
            onClick={() => void start()}
            loadingLabel={loading ? t('merge.busy') : undefined}
          >
            {t('merge.confirm')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
        <LeakTypeahead label={t('merge.into')} without={leak.id} onChoose={setInto} />
        {into && (
          <div role="status">
            <Callout tone="warning" title={t('merge.question', { name: leak.name, into: into.name })}>
              {detections === undefined
                ? t(counted.error ? 'merge.uncounted' : 'merge.counting')
                : t('merge.moves', { number: formatNumber(detections, i18n.language) })}{' '}
              {t('merge.consequences')}
            </Callout>
          </div>
        )}
      </div>
    </Dialog>
  );
}
