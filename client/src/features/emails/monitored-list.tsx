import { MailCheck, MailQuestionMark, Plus } from 'lucide-react';
import type { DocumentNode } from 'graphql';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showFieldErrors } from '@/lib/field-errors';
import { formatDateTime } from '@/lib/format';
import { toUserMessage } from '@/lib/graphql/errors';
import { Badge } from '@/ui/display/badge';
import { accountToast, toastFailure, toastOutcome } from '@/ui/feedback/mutation-toasts';
import { Button } from '@/ui/form/button';
import { TextField } from '@/ui/form/text-field';
import { Card } from '@/ui/layout/card';
import { PersonLink } from '@/ui/layout/entity-link';
import { AsyncList } from '@/ui/table/async-list';
import {
  MonitoredEmailsDocument,
  type MonitoredEmailsQuery,
  useAddMonitoredEmailMutation,
  useMonitoredEmailsQuery,
  useRemoveMonitoredEmailMutation,
  useResendMonitoredEmailMutation,
} from './emails.generated';

const REFETCH_MONITORED: { fetchPolicy: 'no-cache'; refetchQueries: DocumentNode[] } = {
  fetchPolicy: 'no-cache',
  refetchQueries: [MonitoredEmailsDocument],
};

/** Other addresses; each is monitored once its owner has confirmed by email. */
export function MonitoredList({ manages, own }: { manages: boolean; own: string }) {
  const { t } = useTranslation('emails');
  const asked = useMonitoredEmailsQuery({ fetchPolicy: 'cache-and-network' });
  return (
    <Card title={t('monitored.title')} description={t('monitored.text', { email: own })} padded={false}>
      {manages && <AddForm />}
      <AsyncList
        query={asked}
        rows={asked.data?.monitoredEmails}
        rowKey={({ id }) => id}
        loadingLabel={t('monitored.loading')}
        skeletonRows={1}
        empty={t('monitored.empty')}
      >
        {(monitored) => <MonitoredRow monitored={monitored} manages={manages} />}
      </AsyncList>
    </Card>
  );
}

function AddForm() {
  const { t } = useTranslation('emails');
  const [add] = useAddMonitoredEmailMutation(REFETCH_MONITORED);
  const { register, handleSubmit, setError, reset, formState } = useForm({ defaultValues: { email: '' } });

  const submit = handleSubmit(async ({ email }) => {
    try {
      const result = (await add({ variables: { email } })).data?.addMonitoredEmail;
      if (result?.__typename === 'MonitoredEmail') {
        reset();
        accountToast('success', t('monitored.sent', { email: email.trim() }));
      } else if (
        result?.__typename !== 'ValidationProblem' ||
        !showFieldErrors(setError, result.fieldErrors, ['email'])
      )
        setError('email', { type: 'server', message: toUserMessage(result) });
    } catch (error) {
      setError('email', { type: 'server', message: toUserMessage(error) });
    }
  });

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex flex-wrap items-start gap-3 border-b border-line p-5"
    >
      <div className="min-w-48 flex-1">
        <TextField
          label={t('monitored.address')}
          labelHidden
          type="email"
          inputMode="email"
          autoComplete="off"
          placeholder={t('monitored.placeholder')}
          error={formState.errors.email?.message}
          {...register('email')}
        />
      </div>
      <Button
        type="submit"
        icon={<Plus className="size-4" />}
        loadingLabel={formState.isSubmitting ? t('monitored.adding') : undefined}
      >
        {t('monitored.add')}
      </Button>
    </form>
  );
}

interface MonitoredRowProps {
  monitored: MonitoredEmailsQuery['monitoredEmails'][number];
  manages: boolean;
}

function MonitoredRow({ monitored: { id, email, isVerified, createdAt }, manages }: MonitoredRowProps) {
  const { t, i18n } = useTranslation('emails');
  const [resend, { loading: sending }] = useResendMonitoredEmailMutation(REFETCH_MONITORED);
  const [remove, { loading: removing }] = useRemoveMonitoredEmailMutation(REFETCH_MONITORED);
  const Icon = isVerified ? MailCheck : MailQuestionMark;

  async function sendAgain() {
    try {
      const result = (await resend({ variables: { id } })).data?.resendMonitoredEmail;
      if (result?.__typename === 'MonitoredEmail') accountToast('success', t('monitored.sent', { email }));
      else toastFailure(result);
    } catch (error) {
      toastFailure(error);
    }
  }

  async function takeOut() {
    try {
      const result = (await remove({ variables: { id } })).data?.removeMonitoredEmail;
      toastOutcome(result);
    } catch (error) {
      toastFailure(error);
    }
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-3.5">
      <Icon aria-hidden="true" className="hidden size-5 shrink-0 text-ink-muted sm:block" />
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-base font-medium wrap-anywhere text-ink">
          <bdi dir="ltr">{isVerified ? <PersonLink id={id}>{email}</PersonLink> : email}</bdi>
          <Badge tone={isVerified ? 'success' : 'warning'}>
            {t(isVerified ? 'monitored.watched' : 'monitored.pending')}
          </Badge>
        </p>
        <p className="mt-0.5 text-sm text-ink-muted">
          {t('monitored.since', { time: formatDateTime(createdAt, i18n.language) })}
        </p>
      </div>
      {manages && (
        <div className="flex flex-wrap gap-2">
          {!isVerified && (
            <Button
              size="sm"
              aria-label={t('monitored.resendTo', { email })}
              onClick={() => void sendAgain()}
              loadingLabel={sending ? t('monitored.sending') : undefined}
            >
              {t('monitored.resend')}
            </Button>
          )}
          <Button
            size="sm"
            aria-label={t('monitored.removeOf', { email })}
            onClick={() => void takeOut()}
            loadingLabel={removing ? t('monitored.removing') : undefined}
          >
            {t('monitored.remove')}
          </Button>
        </div>
      )}
    </li>
  );
}
