import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { applySiteLanguage } from '@/i18n';
import { connection } from '@/lib/graphql/client';
import { logFailure } from '@/lib/log';
import { loadSiteSettings } from '@/lib/site-settings/load-site-settings';
import { ALL_DISABLED, type SiteSettings, SiteSettingsContext } from '@/lib/site-settings/site-settings';
import { Spinner } from '@/ui/spinner';

/** Reads the public settings before the first page. Where they cannot be read, every feature is off (specification §8). */
export function SiteSettingsLoader({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [settings, setSettings] = useState<SiteSettings>();

  useEffect(() => {
    let wanted = true;
    const load = async () => {
      let read = ALL_DISABLED;
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
  }, []);

  if (!settings) {
    return (
      <div className="grid min-h-dvh place-items-center">
        <Spinner label={t('loading')} />
      </div>
    );
  }
  return <SiteSettingsContext value={settings}>{children}</SiteSettingsContext>;
}
