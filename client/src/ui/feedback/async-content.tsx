import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toUserMessage } from '@/lib/graphql/errors';
import { classes } from '@/ui/classes';
import { ErrorPanel } from './error-panel';

/** State of a query, as Apollo's hooks return it. */
export interface QueryState {
  error?: unknown;
  loading: boolean;
  data?: unknown;
  refetch: () => Promise<unknown>;
}

interface AsyncContentProps {
  query: QueryState;
  /** Adds the padding of a card around the error. */
  padded?: boolean;
  children?: ReactNode;
}

/** Content that depends on a query; if the query failed without data, an error panel with a retry button instead. */
export function AsyncContent({
  query: { error, loading, data, refetch },
  padded = false,
  children,
}: AsyncContentProps) {
  const { t } = useTranslation();
  if (error === undefined || loading || data !== undefined) return children;
  return (
    <div className={classes(padded && 'p-5')}>
      <ErrorPanel
        title={t('failed.title')}
        text={toUserMessage(error)}
        retryLabel={t('failed.retry')}
        onRetry={() => void refetch()}
      />
    </div>
  );
}
