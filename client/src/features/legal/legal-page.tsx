import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Callout } from '@/ui/feedback/callout';
import { EmptyState } from '@/ui/feedback/empty-state';
import { ErrorPanel } from '@/ui/feedback/error-panel';
import { Skeleton } from '@/ui/feedback/skeleton';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { splitTitle } from './outline';

// Loads the Markdown renderer in parallel with the text, on these pages only.
const LegalDocument = lazy(async () => ({ default: (await import('./legal-document')).LegalDocument }));

/** Loading state of a document. */
export type LegalText =
  | { state: 'loading' }
  /** `content` is the last good version, if any. */
  | { state: 'failed'; content: string | null; retrying: boolean; retry: () => void }
  /** `content` is null if there is no text in this language. */
  | { state: 'known'; content: string | null };

/** Legal document in the current language. */
export function LegalPage({ title, text }: { title: string; text: LegalText }) {
  const { t } = useTranslation('legal');
  const document = text.state === 'loading' || text.content === null ? null : splitTitle(text.content);
  return (
    <article className="relative mx-auto max-w-6xl px-4 py-10 sm:px-6 sm:py-16">
      <title>{title}</title>
      <h1
        tabIndex={-1}
        className="max-w-2xl text-2xl font-semibold tracking-tight text-balance wrap-anywhere sm:text-4xl [@media(width>=24rem)]:text-3xl"
      >
        {document?.title ?? title}
      </h1>
      <div className="relative mt-8 sm:mt-10">
        {text.state === 'loading' && <Waiting />}
        {text.state === 'failed' && !document && (
          <ErrorPanel
            title={t('failed.title')}
            text={t('failed.text')}
            retryLabel={t('failed.retry')}
            retryingLabel={text.retrying ? t('failed.retrying') : undefined}
            onRetry={text.retry}
          />
        )}
        {text.state === 'failed' && document && (
          <div className="mb-8 max-w-[65ch]">
            <Callout tone="warning">{t('failed.stale')}</Callout>
          </div>
        )}
        {text.state === 'known' && !document && <EmptyState title={t('none.title')} text={t('none.text')} />}
        {document && (
          <Suspense fallback={<Waiting />}>
            <LegalDocument body={document.body} />
          </Suspense>
        )}
      </div>
    </article>
  );
}

/** Placeholder paragraphs. */
function Waiting() {
  const { t } = useTranslation('legal');
  const lines = ['w-full', 'w-11/12', 'w-full', 'w-2/3'];
  return (
    <div role="status" aria-busy="true" className="grid max-w-[65ch] gap-10">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      {['first', 'second', 'third'].map((paragraph) => (
        <div key={paragraph} className="grid gap-3">
          <Skeleton className="mb-1 h-5 w-1/3" />
          {lines.map((width, index) => (
            <Skeleton key={`${width}-${String(index)}`} className={`h-4 ${width}`} />
          ))}
        </div>
      ))}
    </div>
  );
}
