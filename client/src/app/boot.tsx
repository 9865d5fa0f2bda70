import { lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HomePage } from '@/features/home/home-page';
import type { PageData } from '@/lib/content/page-data';
import { paths } from '@/lib/paths';
import { doorsOf, DoorsContext } from '@/lib/site-settings/doors';
import { SiteSettingsContext } from '@/lib/site-settings/site-settings';
import { Spinner } from '@/ui/spinner';
import { PublicFrame } from './public/public-frame';

const Whole = lazy(async () => ({ default: (await import('./whole')).Whole }));
const AfterPaint = lazy(async () => ({ default: (await import('./after-paint')).AfterPaint }));

const CookieBanner = lazy(async () => ({ default: (await import('./cookie-banner')).CookieBanner }));

const isAtHome = (): boolean => ['', paths.home].includes(location.hash.replace(/^#/, '').replace(/\?.*$/, ''));

/**
 * The first thing drawn. A visitor of the homepage gets the homepage alone: router, GraphQL client, menus and notices are loaded
 * when it stands. Every other page, and the homepage after it, belongs to the whole application.
 */
export function Boot({ data }: { data: PageData | null }) {
  return (
    <>
      <Pages data={data} />
      <Suspense>
        <CookieBanner />
      </Suspense>
    </>
  );
}

function Pages({ data }: { data: PageData | null }) {
  const { t } = useTranslation();
  const [alone, setAlone] = useState(() => data !== null && isAtHome());

  useLayoutEffect(() => {
    // public/theme.js has hidden what the server drew for others.
    for (const mark of ['data-waiting', 'data-session']) document.documentElement.removeAttribute(mark);
  }, []);

  useEffect(() => {
    const follow = () => {
      if (!isAtHome()) setAlone(false);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);

  if (alone && data) {
    return (
      <SiteSettingsContext value={data.settings}>
        <DoorsContext value={doorsOf(data.settings)}>
          <PublicFrame>
            <HomePage />
          </PublicFrame>
          <Suspense>
            <AfterPaint />
          </Suspense>
        </DoorsContext>
      </SiteSettingsContext>
    );
  }
  return (
    <Suspense
      fallback={
        <div className="grid min-h-dvh place-items-center">
          <Spinner label={t('loading')} />
        </div>
      }
    >
      <Whole />
    </Suspense>
  );
}
