import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SKIP_LINK, SkipLink } from '@/ui/layout/skip-link';
import { Footer } from './footer';
import { Navbar } from './navbar';

const CONTENT_ID = 'content';

interface PublicFrameProps {
  children: ReactNode;
  /** Around a page that the server writes: nothing in it needs the application. */
  isStatic?: boolean;
}

/** Navbar and footer around the public pages. */
export function PublicFrame({ children, isStatic = false }: PublicFrameProps) {
  const { t } = useTranslation();
  return (
    <div className="flex min-h-dvh flex-col">
      {isStatic ? (
        <a href={`#${CONTENT_ID}`} className={SKIP_LINK}>
          {t('skipToContent')}
        </a>
      ) : (
        <SkipLink targetId={CONTENT_ID} label={t('skipToContent')} />
      )}
      <Navbar />
      <main id={CONTENT_ID} tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer isStatic={isStatic} />
    </div>
  );
}
