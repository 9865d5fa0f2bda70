import { type ComponentType, lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import type { PageData } from '@/lib/content/page-data';
import { paths } from '@/lib/paths';
import { LoadingScreen } from './loading-screen';

const Whole = lazy(async () => ({ default: (await import('./full-app')).FullApp }));
const CookieBanner = lazy(async () => ({ default: (await import('./cookie-banner')).CookieBanner }));

/** Whether the URL is the homepage. */
export const isAtHome = (): boolean => ['', paths.home].includes(location.hash.replace(/^#/, '').replace(/\?.*$/, ''));

interface BootProps {
  /** Homepage shell; null at other URLs, or if the server rendered no homepage. */
  home: { HomeShell: ComponentType<{ data: PageData }>; data: PageData } | null;
}

/**
 * Root component. Visitors of the homepage first get only the homepage; router, GraphQL client, menus and toasts load
 * afterwards. All other pages start with the full application.
 */
export function Boot(props: BootProps) {
  return (
    <>
      <Pages {...props} />
      <Suspense>
        <CookieBanner />
      </Suspense>
    </>
  );
}

function Pages({ home }: BootProps) {
  const [isHome, setIsHome] = useState(home !== null);

  useLayoutEffect(() => {
    // public/theme.js has hidden server-rendered parts that do not apply.
    for (const mark of ['data-waiting', 'data-session']) document.documentElement.removeAttribute(mark);
  }, []);

  useEffect(() => {
    const follow = () => {
      if (!isAtHome()) setIsHome(false);
    };
    // A link may have been clicked during the first render.
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);

  if (isHome && home) return <home.HomeShell data={home.data} />;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Whole />
    </Suspense>
  );
}
