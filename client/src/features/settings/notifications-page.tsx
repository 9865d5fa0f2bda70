import { useTranslation } from 'react-i18next';
import { PageHeader } from '@/ui/layout/page-header';
import { NotificationDuplicates } from './notification-duplicates';
import { NotificationEmails } from './notification-emails';
import { useNotificationSettings } from './use-notification-settings';

/** Settings > Notifications (spec §2): three switches with immediate effect, and the email frequency. */
export function NotificationsPage() {
  const { t } = useTranslation('settings');
  const change = useNotificationSettings();
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <title>{t('notifications.title')}</title>
      <PageHeader title={t('notifications.title')} description={t('notifications.description')} />
      <NotificationEmails change={change} />
      <NotificationDuplicates change={change} />
    </div>
  );
}
