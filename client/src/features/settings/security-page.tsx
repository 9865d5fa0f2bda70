import { useTranslation } from 'react-i18next';
import { usePermissions } from '@/lib/session/permissions';
import { Page } from '@/ui/layout/page';
import { PageHeader } from '@/ui/layout/page-header';
import { BulkDisclosureSettings } from './bulk-disclosure-settings';
import { MfaSettings } from './mfa-settings';
import { PasswordForm } from './password-form';
import { SecurityLog } from './security-log';
import { SessionList } from './session-list';

/** Settings > Security (spec §2): second factors, password, bulk disclosure, sessions and security log. */
export function SecurityPage() {
  const { t } = useTranslation('settings');
  const owns = usePermissions()('MANAGE_ACCOUNT');
  return (
    <Page width="text">
      <title>{t('security.title')}</title>
      <PageHeader title={t('security.title')} description={t('security.description')} />
      <MfaSettings />
      <PasswordForm />
      {owns && <BulkDisclosureSettings />}
      <SessionList />
      <SecurityLog />
    </Page>
  );
}
