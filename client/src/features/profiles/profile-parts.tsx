import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { EmptyState } from '@/ui/feedback/empty-state';
import { NoMatch } from '@/ui/feedback/illustrations';
import { Skeleton } from '@/ui/feedback/skeleton';
import { Card } from '@/ui/layout/card';
import { Link } from '@/ui/layout/link';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';

/** Placeholder of a profile. */
export function ProfileSkeleton() {
  const { t } = useTranslation('profiles');
  return (
    <>
      <VisuallyHidden live>{t('loading')}</VisuallyHidden>
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-64 w-full" />
    </>
  );
}

/** Shown for what doesn't exist or isn't the reader's to see. */
export function MissingProfile({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation('profiles');
  return (
    <Card>
      <EmptyState
        illustration={<NoMatch />}
        title={title}
        text={text}
        action={
          <Link look="button" to={paths.dashboard}>
            {t('overview')}
          </Link>
        }
      />
    </Card>
  );
}

export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="divide-y divide-line border-y border-line">{children}</dl>
);

/** One line; nothing if the value is unknown. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === undefined || children === false || children === '') return null;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-2">
      <dt className="w-40 shrink-0 text-ink-muted">{name}</dt>
      <dd className="min-w-40 flex-1 wrap-anywhere text-ink">{children}</dd>
    </div>
  );
}
