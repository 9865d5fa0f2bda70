import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AsyncContent, type QueryState } from '@/ui/feedback/async-content';
import { EmptyState } from '@/ui/feedback/empty-state';
import { NoMatch } from '@/ui/feedback/illustrations';
import { Skeleton } from '@/ui/feedback/skeleton';
import { Card } from '@/ui/layout/card';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';

interface ConsoleDetailProps {
  query: QueryState;
  /** Classes for the height of each box that is drawn while it is loading. */
  skeletons: readonly string[];
  goneTitle: string;
  goneText: string;
  goneAction?: ReactNode;
  /** Undefined until it is loaded, and if there is no such thing. */
  children: ReactNode;
}

/** One thing of the console: loading, shown, or gone. */
export function ConsoleDetail({ query, skeletons, goneTitle, goneText, goneAction, children }: ConsoleDetailProps) {
  const { t } = useTranslation('console');
  return (
    <AsyncContent query={query}>
      {children ??
        (query.loading ? (
          <>
            <VisuallyHidden live>{t('loading')}</VisuallyHidden>
            {skeletons.map((height) => (
              <Skeleton key={height} className={`${height} w-full rounded-lg`} />
            ))}
          </>
        ) : (
          <Card padded={false}>
            <EmptyState illustration={<NoMatch />} title={goneTitle} text={goneText} action={goneAction} />
          </Card>
        ))}
    </AsyncContent>
  );
}
