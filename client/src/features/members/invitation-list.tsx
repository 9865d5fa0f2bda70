import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '@/lib/format';
import { useReauthentication } from '@/lib/session/reauthentication';
import { withReauthentication } from '@/lib/session/with-reauthentication';
import { Badge } from '@/ui/display/badge';
import { toastFailure, toastOutcome } from '@/ui/feedback/mutation-toasts';
import { Button } from '@/ui/form/button';
import { Card } from '@/ui/layout/card';
import {
  type InvitationsQuery,
  useInvitationsQuery,
  useResendInvitationMutation,
  useRevokeInvitationMutation,
} from './members.generated';
import { AsyncList } from '@/ui/table/async-list';
import { REFETCH_MEMBERS } from './refetch-members';

/** Open invitations; hidden if there are none. */
export function InvitationList() {
  const { t } = useTranslation('members');
  const asked = useInvitationsQuery({ fetchPolicy: 'cache-and-network' });
  const invitations = asked.data?.invitations;
  if (!asked.error && !invitations?.length) return null;
  return (
    <Card title={t('invitations.title')} description={t('invitations.text')} padded={false}>
      <AsyncList query={asked} rows={invitations} rowKey={({ id }) => id} loadingLabel={t('list.loading')}>
        {(invitation) => <InvitationRow invitation={invitation} />}
      </AsyncList>
    </Card>
  );
}

function InvitationRow({ invitation }: { invitation: InvitationsQuery['invitations'][number] }) {
  const { t, i18n } = useTranslation('members');
  const { confirm, dialog } = useReauthentication();
  const [resend, { loading: sending }] = useResendInvitationMutation(REFETCH_MEMBERS);
  const [revoke, { loading: revoking }] = useRevokeInvitationMutation(REFETCH_MEMBERS);
  const { id, email, role, expiresAt, isExpired } = invitation;

  async function sendAgain() {
    try {
      const ask = async () => (await resend({ variables: { id } })).data?.resendInvitation;
      toastOutcome(await withReauthentication(ask, confirm));
    } catch (failure) {
      toastFailure(failure);
    }
  }

  async function takeBack() {
    try {
      toastOutcome((await revoke({ variables: { id } })).data?.revokeInvitation);
    } catch (failure) {
      toastFailure(failure);
    }
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-3.5">
      <Mail aria-hidden="true" className="hidden size-5 shrink-0 text-ink-muted sm:block" />
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-base font-medium wrap-anywhere text-ink">
          <bdi dir="ltr">{email}</bdi>
          <Badge tone={isExpired ? 'warning' : 'neutral'}>
            {t(isExpired ? 'invitations.expired' : `role.${role}`)}
          </Badge>
        </p>
        <p className="mt-0.5 text-sm text-ink-muted">
          {t(isExpired ? 'invitations.expiredAt' : 'invitations.until', {
            time: formatDateTime(expiresAt, i18n.language),
          })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          aria-label={t('invitations.resendTo', { email })}
          onClick={() => void sendAgain()}
          loadingLabel={sending ? t('invitations.sending') : undefined}
        >
          {t('invitations.resend')}
        </Button>
        <Button
          size="sm"
          aria-label={t('invitations.revokeOf', { email })}
          onClick={() => void takeBack()}
          loadingLabel={revoking ? t('invitations.revoking') : undefined}
        >
          {t('invitations.revoke')}
        </Button>
      </div>
      {dialog}
    </li>
  );
}
