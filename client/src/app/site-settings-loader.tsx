import { type ReactNode, useEffect, useState } from 'react';
import { readPageData } from '@/lib/content/page-data';
import { connection } from '@/lib/graphql/client';
import { logFailure } from '@/lib/log';
import { applySiteLanguage } from '@/lib/session/language';
import { enabledFeatures, EnabledFeaturesContext } from '@/lib/site-settings/enabled-features';
import { loadSiteSettings } from '@/lib/site-settings/load-site-settings';
import { settingsWithoutServer, SiteSettingsContext } from '@/lib/site-settings/site-settings';
import { LoadingScreen } from './loading-screen';

/**
 * Provides the public settings. The server embeds them in the page; otherwise they are fetched before the first page, and if
 * that fails, every feature is off (spec §8).
 */
export function SiteSettingsLoader({ children }: { children: ReactNode }) {
  const [settings, setSettings] = useState(() => readPageData()?.settings);

  const given = settings !== undefined;

  useEffect(() => {
    if (given) return undefined;
    let wanted = true;
    const load = async () => {
      let read = settingsWithoutServer();
      try {
        read = await loadSiteSettings(connection.client);
        await applySiteLanguage(read.language);
      } catch (error) {
        logFailure('The public settings could not be read', error);
      }
      if (wanted) setSettings(read);
    };
    void load();
    return () => {
      wanted = false;
    };
  }, [given]);

  if (!settings) return <LoadingScreen />;
  return (
    <SiteSettingsContext value={settings}>
      <EnabledFeaturesContext value={enabledFeatures(settings)}>{children}</EnabledFeaturesContext>
    </SiteSettingsContext>
  );
}
