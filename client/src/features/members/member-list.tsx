import { UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '@/lib/format';
import { useReauthentication } from '@/lib/session/reauthentication';
import { useSession } from '@/lib/session/store';
import { refetchAccount } from '@/lib/session/sync-account';
import { withReauthentication } from '@/lib/session/with-reauthentication';
import { Avatar } from '@/ui/display/avatar';
import { Badge } from '@/ui/display/badge';
import { toastFailure, toastOutcome } from '@/ui/feedback/mutation-toasts';
import { IconButton } from '@/ui/form/icon-button';
import { SelectField } from '@/ui/form/select-field';
import { Card } from '@/ui/layout/card';
import { AlertDialog } from '@/ui/overlay/alert-dialog';
import { AsyncList } from '@/ui/table/async-list';
import {
  type MembersQuery,
  useChangeMemberRoleMutation,
  useMembersQuery,
  useRemoveMemberMutation,
} from './members.generated';
import { REFETCH_MEMBERS } from './refetch-members';
import { roleOf, ROLES } from './roles';

type Member = MembersQuery['members'][number];

const nameOf = (member: Member) => `${member.firstName} ${member.lastName}`.trim() || member.email;

/** Members of the account. */
export function MemberList({ manages }: { manages: boolean }) {
  const { t } = useTranslation('members');
  const asked = useMembersQuery({ fetchPolicy: 'cache-and-network' });
  const [removing, setRemoving] = useState<Member>();
  const { confirm, dialog } = useReauthentication();
  const [removeMember, { loading: busy }] = useRemoveMemberMutation(REFETCH_MEMBERS);

  async function remove(member: Member) {
    try {
      const ask = async () => (await removeMember({ variables: { id: member.id } })).data?.removeMember;
      if (toastOutcome(await withReauthentication(ask, confirm))) setRemoving(undefined);
    } catch (failure) {
      toastFailure(failure);
    }
  }

  return (
    <Card title={t('list.title')} padded={false}>
      <AsyncList query={asked} rows={asked.data?.members} rowKey={({ id }) => id} loadingLabel={t('list.loading')}>
        {(member) => <MemberRow member={member} manages={manages} onRemove={() => setRemoving(member)} />}
      </AsyncList>
      <AlertDialog
        open={removing !== undefined}
        onOpenChange={(open) => {
          if (!open) setRemoving(undefined);
        }}
        title={t('remove.question', { name: removing && nameOf(removing) })}
        message={
          <>
            {t('remove.text')}
            {dialog}
          </>
        }
        confirmLabel={t('remove.confirm')}
        cancelLabel={t('cancel')}
        tone="danger"
        onConfirm={() => void (removing && remove(removing))}
        busyLabel={busy ? t('remove.busy') : undefined}
      />
    </Card>
  );
}

interface MemberRowProps {
  member: Member;
  manages: boolean;
  onRemove: () => void;
}

function MemberRow({ member, manages, onRemove }: MemberRowProps) {
  const { t, i18n } = useTranslation('members');
  const { account } = useSession();
  const { confirm, dialog } = useReauthentication();
  const [changeRole, { loading }] = useChangeMemberRoleMutation(REFETCH_MEMBERS);
  const name = nameOf(member);
  const isOneself = account?.user.email === member.email;

  async function change(value: string) {
    try {
      const variables = { id: member.id, role: roleOf(value) };
      const ask = async () => (await changeRole({ variables })).data?.changeMemberRole;
      const done = toastOutcome(await withReauthentication(ask, confirm));
      // The actions on this page depend on the user's own role.
      if (done && isOneself) await refetchAccount();
    } catch (failure) {
      toastFailure(failure);
    }
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-3.5">
      <Avatar name={name} size={36} />
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-base font-medium wrap-anywhere text-ink">
          <bdi>{name}</bdi>
          {isOneself && <Badge tone="success">{t('list.you')}</Badge>}
        </p>
        <p className="mt-0.5 text-sm wrap-anywhere text-ink-muted">
          <bdi dir="ltr">{member.email}</bdi> ·{' '}
          {t('list.since', { time: formatDateTime(member.joinedAt, i18n.language) })}
        </p>
      </div>
      {manages ? (
        <div className="flex items-center gap-1">
          <div className="w-32">
            <SelectField
              label={t('list.roleOf', { name })}
              labelHidden
              value={member.role}
              disabled={loading}
              onChange={(event) => void change(event.target.value)}
              options={ROLES.map((role) => ({ value: role, label: t(`role.${role}`) }))}
            />
          </div>
          {isOneself ? (
            <span className="size-9" />
          ) : (
            <IconButton label={t('list.remove', { name })} icon={<UserMinus />} onClick={onRemove} />
          )}
        </div>
      ) : (
        <Badge>{t(`role.${member.role}`)}</Badge>
      )}
      {dialog}
    </li>
  );
}
