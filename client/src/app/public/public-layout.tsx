import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useFreshContent } from '@/lib/content/content';
import { paths } from '@/lib/paths';
import { PublicFrame } from './public-frame';

/** Layout of the public pages in the full application. */
export function PublicLayout() {
  const { pathname } = useLocation();
  return (
    <PublicFrame>
      {/* The homepage loads its content itself, since it also renders without this layout. */}
      {pathname !== paths.home && <FreshContent />}
      <Suspense>
        <Outlet />
      </Suspense>
    </PublicFrame>
  );
}

/** Loads the footer content in the current language. */
function FreshContent() {
  useFreshContent();
  return null;
}
