import { useMemo } from 'react';
import { useSession } from '@/lib/session/store';
import { useIncidentMembersQuery } from '../incidents.generated';

export interface Member {
  id: string;
  name: string;
  isMe: boolean;
}

const NONE: readonly Member[] = [];

/** Members who can be assigned incidents, the current user first; none for individuals, who have no colleagues. */
export function useMembers(): readonly Member[] {
  const { account } = useSession();
  const { data } = useIncidentMembersQuery({ skip: account?.user.role !== 'Organization' });
  const me = account?.user.email.toLowerCase();
  return useMemo(
    () =>
      data?.members
        .map(({ id, firstName, lastName, email }) => ({
          id,
          name: `${firstName} ${lastName}`.trim() || email,
          isMe: email.toLowerCase() === me,
        }))
        .toSorted((one, other) => Number(other.isMe) - Number(one.isMe)) ?? NONE,
    [data, me],
  );
}
