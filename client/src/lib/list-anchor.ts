import { useEffect, useState } from 'react';
import { hasCode, VALIDATION } from '@/lib/graphql/errors';

interface Anchor {
  list: string;
  page: number;
  asOf: string;
  /** Another page was opened since. */
  isLeft: boolean;
}

export interface ListAnchor {
  /** Anchor of the page to request; null for the present state. */
  asOf: string | null;
  /** Remembers the anchor of a response; call it while rendering. */
  keep: (asOf: string | undefined) => void;
  /** Returns to the present state. */
  reload: () => void;
}

/**
 * Anchor of a paged list. The page that is opened first shows the present; every other page is cut from what that one was, so
 * that paging neither repeats nor skips rows. `list` identifies filter and order, which start again.
 */
export function useListAnchor(list: string, page: number): ListAnchor {
  const [anchor, setAnchor] = useState<Anchor>();
  const kept = anchor?.list === list ? anchor : undefined;
  const isLeft = kept !== undefined && (kept.isLeft || kept.page !== page);
  if (isLeft && !kept.isLeft) setAnchor({ ...kept, isLeft });
  return {
    asOf: isLeft ? kept.asOf : null,
    keep(asOf) {
      if (asOf === undefined || isLeft) return;
      if (kept?.asOf !== asOf) setAnchor({ list, page, asOf, isLeft });
    },
    reload: () => setAnchor(undefined),
  };
}

/** Returns to the present state once the server no longer knows the anchored one. */
export function useExpiredAnchor(anchor: ListAnchor, error: Parameters<typeof hasCode>[0]) {
  const isGone = anchor.asOf !== null && hasCode(error, VALIDATION);
  useEffect(() => {
    if (isGone) anchor.reload();
  });
}
