import { lazy, Suspense } from 'react';
import { HomePage } from '@/features/home/home-page';
import type { PageData } from '@/lib/content/page-data';
import { enabledFeatures, EnabledFeaturesContext } from '@/lib/site-settings/enabled-features';
import { SiteSettingsContext } from '@/lib/site-settings/site-settings';
import { PublicFrame } from './public/public-frame';

const AfterPaint = lazy(async () => ({ default: (await import('./deferred-services')).DeferredServices }));

/** Homepage rendered from data in the page; loaded on the homepage only. */
export function HomeShell({ data }: { data: PageData }) {
  return (
    <SiteSettingsContext value={data.settings}>
      <EnabledFeaturesContext value={enabledFeatures(data.settings)}>
        <PublicFrame>
          <HomePage />
        </PublicFrame>
        <Suspense>
          <AfterPaint />
        </Suspense>
      </EnabledFeaturesContext>
    </SiteSettingsContext>
  );
}
