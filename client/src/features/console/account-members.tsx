import { Ellipsis, LogOut, MailCheck, UserCheck, UserX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '@/lib/format';
import { Avatar } from '@/ui/display/avatar';
import { Badge } from '@/ui/display/badge';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { RelativeTime } from '@/ui/display/relative-time';
import { toastFailure, toastOutcome } from '@/ui/feedback/mutation-toasts';
import { IconButton } from '@/ui/form/icon-button';
import { Card } from '@/ui/layout/card';
import { AlertDialog } from '@/ui/overlay/alert-dialog';
import { Menu, MenuItem } from '@/ui/overlay/menu';
import {
  ConsoleAccountDocument,
  type ConsoleAccountQuery,
  useConsoleDisableUserMutation,
  useConsoleEnableUserMutation,
  useConsoleResendVerificationMutation,
  useConsoleSignOutUserMutation,
} from './accounts.generated';

type Member = NonNullable<ConsoleAccountQuery['console']['account']>['members'][number];

const REFETCH = { refetchQueries: [ConsoleAccountDocument] };
const nameOf = ({ firstName, lastName, email }: Member) => `${firstName} ${lastName}`.trim() || email;

/** Members of an account with their sessions. */
export function AccountMembers({ members }: { members: readonly Member[] }) {
  const { t } = useTranslation('console');
  return (
    <Card title={t('account.members')} padded={false}>
      {members.length === 0 ? (
        <p className="p-5 text-base text-ink-muted">{t('account.noMembers')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {members.map((member) => (
            <MemberRow key={member.id} member={member} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function MemberRow({ member }: { member: Member }) {
  const { t, i18n } = useTranslation('console');
  const name = nameOf(member);
  return (
    <li className="px-5 py-4">
      <div className="flex items-start gap-4">
        <Avatar name={name} size={36} />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-base font-medium wrap-anywhere text-ink">
            <bdi>{name}</bdi>
            <Badge>{t(`account.role.${member.role}`)}</Badge>
            {member.isOperator && <Badge tone="accent">{t('account.operator')}</Badge>}
            {member.isDisabled && <Badge tone="danger">{t('home.disabled')}</Badge>}
            {!member.isVerified && <Badge tone="warning">{t('accounts.unverified')}</Badge>}
            {!member.hasSecondFactor && <Badge tone="warning">{t('home.noFactor')}</Badge>}
          </p>
          <p className="mt-0.5 text-sm wrap-anywhere text-ink-muted">
            <bdi dir="ltr">{member.email}</bdi> ·{' '}
            {t('account.joined', { time: formatDateTime(member.joinedAt, i18n.language) })}
          </p>
          <Sessions sessions={member.sessions} />
        </div>
        {!member.isOperator && <MemberActions member={member} />}
      </div>
    </li>
  );
}

function Sessions({ sessions }: { sessions: Member['sessions'] }) {
  const { t } = useTranslation('console');
  if (sessions.length === 0) return <p className="mt-2 text-sm text-ink-muted">{t('account.noSessions')}</p>;
  return (
    <ul aria-label={t('account.sessions')} className="mt-2 grid gap-1 border-s border-line ps-3 text-sm">
      {sessions.map(({ id, device, address, hasSecondFactor, lastSeenAt }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-ink-secondary">
          <bdi>{device || t('unknown')}</bdi>
          {address && <MonospaceValue value={address} />}
          {hasSecondFactor && <span>{t('account.withFactor')}</span>}
          <span className="text-ink-muted">
            <RelativeTime iso={lastSeenAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function MemberActions({ member }: { member: Member }) {
  const { t } = useTranslation('console');
  const [isAsking, setAsking] = useState(false);
  const [disable, { loading }] = useConsoleDisableUserMutation(REFETCH);
  const [enable] = useConsoleEnableUserMutation(REFETCH);
  const [signOut] = useConsoleSignOutUserMutation(REFETCH);
  const [resend] = useConsoleResendVerificationMutation();
  const name = nameOf(member);
  const variables = { id: member.id };

  async function run(
    action: () => Promise<{ data?: { result: Parameters<typeof toastOutcome>[0] } | null | undefined }>,
  ) {
    try {
      toastOutcome((await action()).data?.result);
    } catch (failure) {
      toastFailure(failure);
    }
    setAsking(false);
  }

  return (
    <>
      <Menu align="end" trigger={<IconButton label={t('account.actionsFor', { name })} icon={<Ellipsis />} />}>
        <MenuItem icon={<LogOut />} onSelect={() => void run(() => signOut({ variables }))}>
          {t('account.signOut')}
        </MenuItem>
        {!member.isVerified && (
          <MenuItem icon={<MailCheck />} onSelect={() => void run(() => resend({ variables }))}>
            {t('account.resend')}
          </MenuItem>
        )}
        {member.isDisabled ? (
          <MenuItem icon={<UserCheck />} onSelect={() => void run(() => enable({ variables }))}>
            {t('account.enable')}
          </MenuItem>
        ) : (
          <MenuItem icon={<UserX />} tone="danger" onSelect={() => setAsking(true)}>
            {t('account.disable')}
          </MenuItem>
        )}
      </Menu>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('account.disableQuestion', { name })}
        message={t('account.disableText')}
        confirmLabel={t('account.disable')}
        cancelLabel={t('cancel')}
        tone="danger"
        onConfirm={() => void run(() => disable({ variables }))}
        busyLabel={loading ? t('account.disabling') : undefined}
      />
    </>
  );
}
