import { useMemo } from 'react';
import { useSession } from '@/lib/session/store';
import { useAssigneesQuery } from '../detections.generated';
import type { Assignee } from '../list/search-query';

const NONE: readonly Assignee[] = [];

/** Members who can be assigned detections, the current user first. */
export function useAssignees(): readonly Assignee[] {
  const { account } = useSession();
  const { data } = useAssigneesQuery();
  const me = account?.user.email.toLowerCase();
  return useMemo(
    () =>
      data?.members
        .map(({ id, firstName, lastName, email }) => ({
          id,
          name: `${firstName} ${lastName}`.trim() || email,
          email,
          isMe: email.toLowerCase() === me,
        }))
        .toSorted((one, other) => Number(other.isMe) - Number(one.isMe)) ?? NONE,
    [data, me],
  );
}
