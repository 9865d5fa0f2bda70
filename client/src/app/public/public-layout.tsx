import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useFreshContent } from '@/lib/content/content';
import { paths } from '@/lib/paths';
import { PublicFrame } from './public-frame';

/** The public pages within the whole application. */
export function PublicLayout() {
  const { pathname } = useLocation();
  return (
    <PublicFrame>
      {/* The homepage asks for itself: it stands without this layout, too. */}
      {pathname !== paths.home && <FreshContent />}
      <Suspense>
        <Outlet />
      </Suspense>
    </PublicFrame>
  );
}

/** Lets the footer follow the language. */
function FreshContent() {
  useFreshContent();
  return null;
}
