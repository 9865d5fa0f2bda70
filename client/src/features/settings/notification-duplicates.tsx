import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Switch } from '@/ui/form/switch';
import { Card } from '@/ui/layout/card';
import { AlertDialog } from '@/ui/overlay/alert-dialog';
import type { NotificationSettingsState } from './use-notification-settings';

/** Auto-close switch for duplicates; turning it on requires confirmation (spec §4). */
export function NotificationDuplicates({ change: { settings, save } }: { change: NotificationSettingsState }) {
  const { t } = useTranslation('settings');
  const [asking, setAsking] = useState(false);
  const closes = settings.is_auto_close_duplicate_breach_records_enabled;
  return (
    <Card title={t('notifications.duplicates')}>
      <Switch
        label={t('notifications.autoClose')}
        hint={t('notifications.autoCloseHint')}
        checked={closes}
        onChange={() => {
          if (closes) save({ is_auto_close_duplicate_breach_records_enabled: false });
          else setAsking(true);
        }}
      />
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('notifications.question')}
        message={t('notifications.questionText')}
        confirmLabel={t('notifications.yes')}
        cancelLabel={t('notifications.no')}
        onConfirm={() => {
          setAsking(false);
          save({ is_auto_close_duplicate_breach_records_enabled: true });
        }}
      />
    </Card>
  );
}
