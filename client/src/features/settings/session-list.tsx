import { Monitor } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '@/lib/format';
import { sessionStore } from '@/lib/session/store';
import { Badge } from '@/ui/display/badge';
import { toastFailure, toastOutcome } from '@/ui/feedback/mutation-toasts';
import { Button } from '@/ui/form/button';
import { Card } from '@/ui/layout/card';
import { AlertDialog } from '@/ui/overlay/alert-dialog';
import { AsyncList } from '@/ui/table/async-list';
import { REFETCH_SECURITY } from './refetch-security';
import {
  type SecurityQuery,
  useEndAllSessionsMutation,
  useEndOtherSessionsMutation,
  useEndSessionMutation,
  useSecurityQuery,
} from './security.generated';

type UserSession = SecurityQuery['sessions'][number];

/** Active sessions of the user; signs them out. */
export function SessionList() {
  const { t } = useTranslation('settings');
  const asked = useSecurityQuery({ fetchPolicy: 'cache-and-network' });
  const [endOthers, { loading: endingOthers }] = useEndOtherSessionsMutation(REFETCH_SECURITY);
  const [endAll, { loading: endingAll }] = useEndAllSessionsMutation({ fetchPolicy: 'no-cache' });
  const [asking, setAsking] = useState(false);
  const sessions = asked.data?.sessions;

  async function endAllOthers() {
    try {
      const result = (await endOthers()).data?.endOtherSessions;
      toastOutcome(result);
    } catch (failure) {
      toastFailure(failure);
    }
  }

  async function logOutEverywhere() {
    try {
      const result = (await endAll()).data?.endAllSessions;
      // The server has ended this session as well.
      if (toastOutcome(result)) sessionStore.dispatch({ kind: 'logged-out', onPurpose: true });
    } catch (failure) {
      toastFailure(failure);
    }
  }

  return (
    <Card
      title={t('sessions.title')}
      description={t('sessions.text')}
      padded={false}
      footer={
        sessions && (
          <>
            {sessions.length > 1 && (
              <Button
                size="sm"
                onClick={() => void endAllOthers()}
                loadingLabel={endingOthers ? t('sessions.ending') : undefined}
              >
                {t('sessions.endOthers')}
              </Button>
            )}
            <Button size="sm" onClick={() => setAsking(true)}>
              {t('sessions.endAll')}
            </Button>
          </>
        )
      }
    >
      <AsyncList query={asked} rows={sessions} rowKey={({ id }) => id} loadingLabel={t('sessions.loading')}>
        {(session) => <SessionRow session={session} />}
      </AsyncList>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('sessions.endAllQuestion')}
        message={t('sessions.endAllText')}
        confirmLabel={t('sessions.endAllConfirm')}
        cancelLabel={t('sessions.cancel')}
        onConfirm={() => void logOutEverywhere()}
        busyLabel={endingAll ? t('sessions.ending') : undefined}
      />
    </Card>
  );
}

function SessionRow({ session }: { session: UserSession }) {
  const { t, i18n } = useTranslation('settings');
  const [end, { loading }] = useEndSessionMutation(REFETCH_SECURITY);
  const device = session.device || t('sessions.unknownDevice');
  const facts = [
    t('sessions.seen', { time: formatDateTime(session.lastSeenAt, i18n.language) }),
    session.address && t('sessions.from', { address: session.address }),
    t('sessions.since', { time: formatDateTime(session.createdAt, i18n.language) }),
  ].filter(Boolean);

  async function finish() {
    try {
      const result = (await end({ variables: { id: session.id } })).data?.endSession;
      toastOutcome(result);
    } catch (failure) {
      toastFailure(failure);
    }
  }

  return (
    <li className="flex items-center gap-4 px-5 py-3.5">
      <Monitor aria-hidden="true" className="hidden size-5 shrink-0 text-ink-muted sm:block" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-base font-medium text-ink">
          {device}
          {session.isCurrent && <Badge tone="success">{t('sessions.current')}</Badge>}
        </p>
        <p className="mt-0.5 text-sm wrap-anywhere text-ink-muted">{facts.join(' · ')}</p>
      </div>
      {!session.isCurrent && (
        <Button
          size="sm"
          aria-label={t('sessions.endLabel', { device })}
          onClick={() => void finish()}
          loadingLabel={loading ? t('sessions.ending') : undefined}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
