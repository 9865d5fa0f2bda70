import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/format';
import { toUserMessage } from '@/lib/graphql/errors';
import { useReauthentication } from '@/lib/session/reauthentication';
import { withReauthentication } from '@/lib/session/with-reauthentication';
import { Callout } from '@/ui/feedback/callout';
import { toastOutcome } from '@/ui/feedback/mutation-toasts';
import { TextField } from '@/ui/form/text-field';
import { FormDialog } from '@/ui/overlay/form-dialog';
import { useConsoleLeakDetectionsQuery, useConsoleRetractLeakMutation } from './catalogue.generated';
import type { LeakDetail } from './leak-page';

interface RetractDialogProps {
  leak: LeakDetail['leak'];
  onClose: () => void;
  onStarted: () => void;
}

/** Retracts a leak once its name was typed. */
export function RetractDialog({ leak, onClose, onStarted }: RetractDialogProps) {
  const { t, i18n } = useTranslation('catalogue');
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [retract, { loading }] = useConsoleRetractLeakMutation({ fetchPolicy: 'no-cache' });
  const { confirm, dialog } = useReauthentication();
  const counted = useConsoleLeakDetectionsQuery({ variables: { name: leak.name }, fetchPolicy: 'network-only' });
  const detections = counted.data?.console.leak?.detections;

  async function start() {
    if (typed.trim() !== leak.name) {
      setProblem(t('retract.mismatch'));
      return;
    }
    setProblem(undefined);
    try {
      const ask = async () => (await retract({ variables: { name: leak.name } })).data?.result;
      const result = await withReauthentication(ask, confirm);
      if (result === null) return;
      if (result?.__typename === 'MessageSuccess') {
        toastOutcome(result);
        onStarted();
      } else setProblem(toUserMessage(result));
    } catch (failure) {
      setProblem(toUserMessage(failure));
    }
  }

  return (
    <FormDialog
      title={t('retract.title', { name: leak.title || leak.name })}
      closeLabel={t('close')}
      cancelLabel={t('cancel')}
      submitLabel={t('retract.confirm')}
      busyLabel={loading ? t('retract.busy') : undefined}
      variant="danger"
      onClose={onClose}
      onSubmit={() => void start()}
      after={dialog}
    >
      <Callout tone="danger">
        {t('retract.text')}{' '}
        {detections !== undefined && t('retract.detections', { number: formatNumber(detections, i18n.language) })}
      </Callout>
      <TextField
        label={t('retract.type', { name: leak.name })}
        value={typed}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={problem}
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormDialog>
  );
}
