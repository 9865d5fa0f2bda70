import { useTranslation } from 'react-i18next';
import { Page } from '@/ui/layout/page';
import { PageHeader } from '@/ui/layout/page-header';
import { DataSettings } from './data-settings';
import { LanguageSettings } from './language-settings';
import { PictureSettings } from './picture-settings';
import { ProfileForm } from './profile-form';

/** Settings > Account (spec §2): profile, picture, data export and deletion. */
export function AccountPage() {
  const { t } = useTranslation('settings');
  return (
    <Page width="text">
      <title>{t('account.title')}</title>
      <PageHeader title={t('account.title')} description={t('account.description')} />
      <PictureSettings />
      <ProfileForm />
      <LanguageSettings />
      <DataSettings />
    </Page>
  );
}
