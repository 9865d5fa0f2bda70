import { type ComponentType, lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import type { PageData } from '@/lib/content/page-data';
import { paths } from '@/lib/paths';
import { LoadingScreen } from './loading-screen';

const Whole = lazy(async () => ({ default: (await import('./full-app')).FullApp }));
const CookieBanner = lazy(async () => ({ default: (await import('./cookie-banner')).CookieBanner }));

/** Whether the address is that of the homepage. */
export const isAtHome = (): boolean => ['', paths.home].includes(location.hash.replace(/^#/, '').replace(/\?.*$/, ''));

interface BootProps {
  /** The homepage alone with what it shows; null at every other address, and where the server wrote no page. */
  home: { HomeShell: ComponentType<{ data: PageData }>; data: PageData } | null;
}

/**
 * The first thing drawn. A visitor of the homepage gets the homepage alone: router, GraphQL client, menus and notices are loaded
 * when it stands. Every other page, and the homepage after it, belongs to the whole application.
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
    // public/theme.js has hidden what the server drew for others.
    for (const mark of ['data-waiting', 'data-session']) document.documentElement.removeAttribute(mark);
  }, []);

  useEffect(() => {
    const follow = () => {
      if (!isAtHome()) setIsHome(false);
    };
    // A link may have been pressed while the page was drawn.
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
