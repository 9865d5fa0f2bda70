import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { RelativeTime } from '@/ui/display/relative-time';
import { EmptyState } from '@/ui/feedback/empty-state';
import { NoneYet } from '@/ui/feedback/illustrations';
import { toastFailure, toastOutcome } from '@/ui/feedback/mutation-toasts';
import { Button } from '@/ui/form/button';
import { Card } from '@/ui/layout/card';
import { AlertDialog } from '@/ui/overlay/alert-dialog';
import { AsyncList } from '@/ui/table/async-list';
import { ConsolePage } from './console-page';
import {
  type ConsoleOptOutsQuery,
  useConsoleApproveOptOutMutation,
  useConsoleOptOutsQuery,
  useConsoleRefuseOptOutMutation,
} from './opt-outs.generated';

type Request = ConsoleOptOutsQuery['console']['optOutRequests'][number];

/** Requests that the server lists at once. */
const MOST_LISTED = 200;

/** Erasures that wait for an operator, because organizations have detections of the address. */
export function OptOutsPage() {
  const { t } = useTranslation('console');
  const asked = useConsoleOptOutsQuery({ fetchPolicy: 'cache-and-network' });
  const requests = asked.data?.console.optOutRequests;
  return (
    <ConsolePage title={t('optOuts.title')} description={t('optOuts.text')} query={asked}>
      <Card padded={false}>
        {requests?.length === 0 ? (
          <EmptyState illustration={<NoneYet />} title={t('optOuts.none')} text={t('optOuts.noneText')} />
        ) : (
          <AsyncList query={asked} rows={requests} rowKey={({ id }) => id} loadingLabel={t('loading')} skeletonRows={3}>
            {(request) => <RequestRow request={request} onDecided={asked.refetch} />}
          </AsyncList>
        )}
        {requests?.length === MOST_LISTED && (
          <p className="border-t border-line px-5 py-3 text-sm text-ink-muted">{t('optOuts.more')}</p>
        )}
      </Card>
    </ConsolePage>
  );
}

function RequestRow({ request, onDecided }: { request: Request; onDecided: () => Promise<unknown> }) {
  const { t } = useTranslation('console');
  const { id, digest, createdAt, detections, organizations } = request;
  const [asking, setAsking] = useState<'approve' | 'refuse'>();
  const [approve, approving] = useConsoleApproveOptOutMutation();
  const [refuse, refusing] = useConsoleRefuseOptOutMutation();
  const busy = approving.loading || refusing.loading;

  async function decide() {
    try {
      const send = asking === 'approve' ? approve : refuse;
      toastOutcome((await send({ variables: { id } })).data?.result);
      setAsking(undefined);
      await onDecided();
    } catch (failure) {
      toastFailure(failure);
    }
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4">
      <div className="min-w-48 flex-1">
        <p className="text-base font-medium wrap-anywhere text-ink">
          {organizations.length > 0 ? <bdi>{organizations.join(' · ')}</bdi> : t('unknown')}
        </p>
        <p className="text-sm text-ink-secondary">
          {t('optOuts.detections', { count: detections })} · <RelativeTime iso={createdAt} />
        </p>
        <MonospaceValue value={digest} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" aria-label={t('optOuts.refuseOf', { digest })} onClick={() => setAsking('refuse')}>
          {t('optOuts.refuse')}
        </Button>
        <Button
          size="sm"
          variant="danger"
          aria-label={t('optOuts.approveOf', { digest })}
          onClick={() => setAsking('approve')}
        >
          {t('optOuts.approve')}
        </Button>
      </div>
      <AlertDialog
        open={asking !== undefined}
        onOpenChange={(open) => {
          if (!open) setAsking(undefined);
        }}
        title={asking === 'refuse' ? t('optOuts.refuseTitle') : t('optOuts.approveTitle')}
        message={asking === 'refuse' ? t('optOuts.refuseText') : t('optOuts.approveText')}
        confirmLabel={asking === 'refuse' ? t('optOuts.refuse') : t('optOuts.approve')}
        cancelLabel={t('optOuts.cancel')}
        tone={asking === 'refuse' ? 'neutral' : 'danger'}
        busyLabel={busy ? t('optOuts.deciding') : undefined}
        onConfirm={() => void decide()}
      />
    </li>
  );
}
