import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toUserMessage } from '@/lib/graphql/errors';
import { toast } from '@/ui/feedback/toast';
import { DetectionListDocument, type DetectionListQueryVariables } from '../detections.generated';
import type { DetectionUpdates } from '../triage/use-update-detections';

interface Target {
  page: number;
  id: string;
}

interface StepsInput {
  /** Id of the open detection; empty for none. */
  open: string;
  page: number;
  pageCount: number;
  /** Ids of the rows of the page. */
  ids: readonly string[];
  /** Variables of the list, without page. */
  variables: Omit<DetectionListQueryVariables, 'page'>;
  /** Whether a closed detection leaves the page at once. */
  closedOnesLeave: boolean;
  updates: DetectionUpdates;
  onShow: (target: Target) => void;
}

export interface Steps {
  hasPrevious: boolean;
  hasNext: boolean;
  /** Shows the next or previous detection of the list, also that of another page. */
  step: (by: 1 | -1) => Promise<void>;
  /** Closes the open detection and shows the next one, or that there is none. */
  closeAndNext: () => Promise<void>;
  /** The open detection was closed, and none follows. */
  hasEnded: boolean;
}

/**
 * Steps from the open detection through the whole list. They count from where it was last listed, so they still work after it
 * was closed or no longer matches the filter. One that never was in the list is before the first row.
 */
export function useSteps(input: StepsInput): Steps {
  const { open, page, pageCount, ids, variables, closedOnesLeave, updates, onShow } = input;
  const { t } = useTranslation('detections');
  const client = useApolloClient();
  const index = ids.indexOf(open);
  const [kept, setKept] = useState({ open, page, index });
  if (index !== -1 && (kept.open !== open || kept.page !== page || kept.index !== index))
    setKept({ open, page, index });
  const [ended, setEnded] = useState('');
  if (ended !== '' && ended !== open) setEnded('');
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });

  const isListed = index !== -1;
  const position = isListed ? index : kept.open === open && kept.page === page ? kept.index : -1;
  const previous = position === -1 ? undefined : ids[position - 1];
  // The row after one that left has taken its position.
  const next = isListed ? ids[position + 1] : ids[Math.max(position, 0)];

  async function find(by: 1 | -1): Promise<Target | undefined> {
    const id = by === 1 ? next : previous;
    if (id !== undefined) return { page, id };
    const other = page + by;
    if (other < 1 || other > pageCount) return undefined;
    // Not from the cache, which may contain the page as it once was. The list then shows what this response contains.
    const { data } = await client.query({
      query: DetectionListDocument,
      variables: { ...variables, page: other },
      fetchPolicy: 'network-only',
    });
    const row = data?.alerts.results.at(by === 1 ? 0 : -1);
    return row && { page: other, id: row.id };
  }

  return {
    hasPrevious: previous !== undefined || page > 1,
    hasNext: next !== undefined || page < pageCount,
    hasEnded: ended !== '' && ended === open,
    async step(by) {
      try {
        const target = await find(by);
        if (latest.current.open !== open) return;
        if (target) onShow(target);
        else toast('info', t(by === 1 ? 'detail.noNext' : 'detail.noPrevious'));
      } catch (error) {
        toast('error', toUserMessage(error));
      }
    },
    async closeAndNext() {
      try {
        const target = await find(1);
        const { applied } = await updates.update('CLOSE', { ids: [open] });
        if (!applied || latest.current.open !== open) return;
        if (!target) setEnded(open);
        // The first row of the next page has become the last one of this page.
        else onShow(closedOnesLeave ? { ...target, page } : target);
      } catch (error) {
        toast('error', toUserMessage(error));
      }
    },
  };
}
