import { useTranslation } from 'react-i18next';
import { Page } from '@/ui/layout/page';
import { PageHeader } from '@/ui/layout/page-header';
import { NotificationDuplicates } from './notification-duplicates';
import { NotificationEmails } from './notification-emails';
import { useNotificationSettings } from './use-notification-settings';

/** Settings > Notifications (spec §2): three switches with immediate effect, and the email frequency. */
export function NotificationsPage() {
  const { t } = useTranslation('settings');
  const change = useNotificationSettings();
  return (
    <Page width="text">
      <title>{t('notifications.title')}</title>
      <PageHeader title={t('notifications.title')} description={t('notifications.description')} />
      <NotificationEmails change={change} />
      <NotificationDuplicates change={change} />
    </Page>
  );
}
