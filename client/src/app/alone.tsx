import { lazy, Suspense } from 'react';
import { HomePage } from '@/features/home/home-page';
import type { PageData } from '@/lib/content/page-data';
import { doorsOf, DoorsContext } from '@/lib/site-settings/doors';
import { SiteSettingsContext } from '@/lib/site-settings/site-settings';
import { PublicFrame } from './public/public-frame';

const AfterPaint = lazy(async () => ({ default: (await import('./after-paint')).AfterPaint }));

/** The homepage alone, of what the server put into the page; no other page loads this part. */
export function Alone({ data }: { data: PageData }) {
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
