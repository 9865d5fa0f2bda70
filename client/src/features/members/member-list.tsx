import { UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '@/lib/format';
import { useFailure } from '@/lib/graphql/use-failure';
import { readAccountAnew } from '@/lib/session/keep-account';
import { useReauthentication } from '@/lib/session/reauthentication';
import { askWithRecentLogIn } from '@/lib/session/recent-log-in';
import { useSession } from '@/lib/session/store';
import { AlertDialog } from '@/ui/alert-dialog';
import { Avatar } from '@/ui/avatar';
import { Badge } from '@/ui/badge';
import { Card } from '@/ui/card';
import { IconButton } from '@/ui/icon-button';
import { Listing } from '@/ui/listing';
import { SelectField } from '@/ui/select-field';
import { tellFailure, tellOutcome } from '@/ui/tell';
import { READ_AGAIN } from './change';
import {
  type MembersQuery,
  useChangeMemberRoleMutation,
  useMembersQuery,
  useRemoveMemberMutation,
} from './members.generated';
import { roleOf, ROLES } from './roles';

type Member = MembersQuery['members'][number];

const nameOf = (member: Member) => `${member.firstName} ${member.lastName}`.trim() || member.email;

/** Who is in the account. */
export function MemberList({ manages }: { manages: boolean }) {
  const { t } = useTranslation('members');
  const asked = useMembersQuery({ fetchPolicy: 'cache-and-network' });
  const failed = useFailure(asked);
  const [removing, setRemoving] = useState<Member>();
  const { confirm, dialog } = useReauthentication();
  const [removeMember, { loading: busy }] = useRemoveMemberMutation(READ_AGAIN);

  async function remove(member: Member) {
    try {
      const ask = async () => (await removeMember({ variables: { id: member.id } })).data?.removeMember;
      if (tellOutcome(await askWithRecentLogIn(ask, confirm))) setRemoving(undefined);
    } catch (failure) {
      tellFailure(failure);
    }
  }

  return (
    <Card title={t('list.title')} padded={false}>
      <Listing failure={failed} rows={asked.data?.members} rowKey={({ id }) => id} loadingLabel={t('list.loading')}>
        {(member) => <MemberRow member={member} manages={manages} onRemove={() => setRemoving(member)} />}
      </Listing>
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
  const [changeRole, { loading }] = useChangeMemberRoleMutation(READ_AGAIN);
  const name = nameOf(member);
  const isOneself = account?.user.email === member.email;

  async function change(value: string) {
    try {
      const variables = { id: member.id, role: roleOf(value) };
      const ask = async () => (await changeRole({ variables })).data?.changeMemberRole;
      const done = tellOutcome(await askWithRecentLogIn(ask, confirm));
      // What the page offers follows from one's own role.
      if (done && isOneself) await readAccountAnew();
    } catch (failure) {
      tellFailure(failure);
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
