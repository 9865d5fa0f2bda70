import { useTranslation } from 'react-i18next';
import { toUserMessage } from './errors';

interface Asked {
  error?: unknown;
  loading: boolean;
  data?: unknown;
  refetch: () => Promise<unknown>;
}

/** What stands where a part of a page would, in the words of specification §8. */
export interface PartFailure {
  title: string;
  text: string;
  retryLabel: string;
  onRetry: () => void;
}

/** Why a part of a page could not be had; undefined while there is something to show, or while it is asked for (again). */
export function useFailure({ error, loading, data, refetch }: Asked): PartFailure | undefined {
  const { t } = useTranslation();
  if (error === undefined || loading || data !== undefined) return undefined;
  return {
    title: t('failed.title'),
    text: toUserMessage(error),
    retryLabel: t('failed.retry'),
    onRetry: () => void refetch(),
  };
}
