import { useTranslation } from 'react-i18next';
import { PageHeader } from '@/ui/layout/page-header';
import { MfaSettings } from './mfa-settings';
import { PasswordForm } from './password-form';
import { SecurityLog } from './security-log';
import { SessionList } from './session-list';

/** Settings > Security (spec §2): second factors, password, sessions and security log. */
export function SecurityPage() {
  const { t } = useTranslation('settings');
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <title>{t('security.title')}</title>
      <PageHeader title={t('security.title')} description={t('security.description')} />
      <MfaSettings />
      <PasswordForm />
      <SessionList />
      <SecurityLog />
    </div>
  );
}
