import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SkipLink } from '@/ui/layout/skip-link';
import { Footer } from './footer';
import { Navbar } from './navbar';

const CONTENT_ID = 'content';

/** Navbar and footer around the public pages. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink targetId={CONTENT_ID} label={t('skipToContent')} />
      <Navbar />
      <main id={CONTENT_ID} tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer />
    </div>
  );
}
