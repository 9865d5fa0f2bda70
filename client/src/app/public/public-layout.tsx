import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { PublicFrame } from './public-frame';

/** The public pages within the whole application. */
export function PublicLayout() {
  return (
    <PublicFrame>
      <Suspense>
        <Outlet />
      </Suspense>
    </PublicFrame>
  );
}
