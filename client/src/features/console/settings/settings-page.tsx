import { useTranslation } from 'react-i18next';
import { AsyncContent } from '@/ui/feedback/async-content';
import { Skeleton } from '@/ui/feedback/skeleton';
import { Card } from '@/ui/layout/card';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { ConsolePage } from '../console-page';
import { ConfigurationCard } from './configuration-card';
import { GROUPS } from './setting-groups';
import { SettingRow } from './setting-row';
import { useConsoleSettingsQuery } from './settings.generated';

const GROUP_NAMES = ['access', 'human', 'language', 'lookups'] as const;

/** Settings that operators change, and the configuration that the process was started with. */
export function SettingsPage() {
  const { t } = useTranslation('configuration');
  const asked = useConsoleSettingsQuery({ fetchPolicy: 'cache-and-network' });
  const found = asked.data?.console.settings;
  const byName = new Map(found?.settings.map((setting) => [setting.name, setting]));
  const lacksSecret = found?.variables.some(({ name, isSet }) => name.endsWith('_TURNSTILE_SECRET') && !isSet) ?? false;
  return (
    <ConsolePage title={t('title')} description={t('text')} query={asked}>
      <AsyncContent query={asked}>
        {found ? (
          <>
            {GROUP_NAMES.map((group) => (
              <Card key={group} title={t(`group.${group}`)} padded={false}>
                <ul className="divide-y divide-line">
                  {GROUPS[group].map((name) => {
                    const setting = byName.get(name);
                    return (
                      setting && (
                        <SettingRow
                          key={name}
                          setting={setting}
                          version={found.version}
                          lacksSecret={lacksSecret}
                          onChanged={asked.refetch}
                        />
                      )
                    );
                  })}
                </ul>
              </Card>
            ))}
            <ConfigurationCard variables={found.variables} />
          </>
        ) : (
          <>
            <VisuallyHidden live>{t('loading')}</VisuallyHidden>
            {GROUP_NAMES.map((group) => (
              <Skeleton key={group} className="h-48 w-full rounded-lg" />
            ))}
          </>
        )}
      </AsyncContent>
    </ConsolePage>
  );
}
