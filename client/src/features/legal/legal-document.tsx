import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import Markdown, { type Components } from 'react-markdown';
import { useSearchParams } from 'react-router-dom';
import { DocumentLink, isOwnImage, safeHref, SECTION_PARAMETER } from './legal-links';
import { sectionId, withOutline } from './outline';

/** Typography for reading: 16 px, 65 characters per line. */
const READING = [
  'max-w-[65ch] text-lg text-ink-secondary wrap-anywhere hyphens-auto',
  '[&_h2]:mt-12 [&_h2]:scroll-mt-6 [&_h2]:text-xl [&_h2]:font-semibold [&_h2]:tracking-tight [&_h2]:text-ink',
  '[&_h3]:mt-8 [&_h3]:scroll-mt-6 [&_h3]:font-semibold [&_h3]:text-ink [&_h4]:mt-6 [&_h4]:font-medium [&_h4]:text-ink',
  '[&_:is(h2,h3,h4,h5,h6)]:hyphens-none [&_:is(h2,h3,h4,h5,h6)]:text-balance [&_:is(h2,h3,h4,h5,h6)]:outline-none',
  '[&_:is(p,ul,ol,blockquote,pre,table)]:mt-4 [&_li]:mt-2 [&_li>:is(p,ul,ol)]:mt-2 [&>:first-child]:mt-0',
  '[&_ul]:list-disc [&_ol]:list-decimal [&_:is(ul,ol)]:ps-6 [&_li]:ps-1 [&_li]:marker:text-ink-muted',
  '[&_strong]:font-semibold [&_strong]:text-ink [&_hr]:my-10 [&_hr]:border-line [&_img]:rounded-lg',
  '[&_blockquote]:border-s-2 [&_blockquote]:border-line-strong [&_blockquote]:ps-4',
  '[&_code]:font-mono [&_code]:text-base [&_pre]:overflow-x-auto',
].join(' ');
const LIST =
  'text-base [&_li]:mt-0 [&_ul]:mt-0 [&_ul]:list-none [&_ul]:ps-0 [&_a]:block [&_a]:py-1.5 [&_a]:font-normal [&_a]:text-ink-secondary [&_a]:no-underline hover:[&_a]:text-ink hover:[&_a]:underline';

const COMPONENTS: Components = {
  a: ({ href, children }) => <DocumentLink href={href}>{children}</DocumentLink>,
  img: ({ src, alt }) =>
    typeof src === 'string' && isOwnImage(src) ? (
      <img src={src} alt={alt ?? ''} loading="lazy" className="max-w-full" />
    ) : (
      alt
    ),
  nav: ({ children }) => <Sections>{children}</Sections>,
};

/** Table of contents: beside the text on wide screens, collapsed above it on narrow ones. */
function Sections({ children }: { children: ReactNode }) {
  const { t } = useTranslation('legal');
  return (
    <>
      <nav aria-label={t('contents')} className="absolute inset-y-0 end-0 hidden w-56 lg:block">
        <div className="sticky top-8 max-h-[calc(100dvh-4rem)] overflow-y-auto border-s border-line ps-5">
          <p className="pb-2 text-sm font-semibold text-ink">{t('contents')}</p>
          <div className={LIST}>{children}</div>
        </div>
      </nav>
      <details className="mb-10 rounded-lg border border-line bg-surface lg:hidden">
        <summary className="cursor-pointer rounded-lg px-4 py-3 text-base font-medium text-ink">
          {t('contents')}
        </summary>
        <nav aria-label={t('contents')} className={`border-t border-line px-4 py-2 ${LIST}`}>
          {children}
        </nav>
      </details>
    </>
  );
}

/** Markdown document. Raw HTML is shown as text. */
export function LegalDocument({ body }: { body: string }) {
  const [parameters] = useSearchParams();
  const section = parameters.get(SECTION_PARAMETER);

  useEffect(() => {
    // Run again when the text arrives or its language changes, since sections then change too.
    if (section === null || body === '') return;
    const heading = document.getElementById(sectionId(section));
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [section, body]);

  return (
    <div className={READING}>
      <Markdown rehypePlugins={[withOutline]} urlTransform={safeHref} components={COMPONENTS}>
        {body}
      </Markdown>
    </div>
  );
}
