import { useState } from 'react';
import { keepAccount } from '@/lib/session/keep-account';
import type { Account } from '@/lib/session/session';
import { useSession } from '@/lib/session/store';
import { tell, tellFailure } from './after-change';
import { useUpdateNotificationSettingsMutation } from './notifications.generated';

type Settings = Account['user']['notification_settings'];

export interface NotificationChange {
  /** As they will stand once what is under way is saved. */
  settings: Settings;
  /** Saves at once; what cannot be saved goes back to what it was. A second change waits until the first is saved. */
  save: (wanted: Partial<Settings>) => void;
}

const NOTHING_YET: Settings = {
  is_email_notifications_enabled: false,
  is_breach_alert_enabled: false,
  is_auto_close_duplicate_breach_records_enabled: false,
  alert_mail_frequency: 'INSTANT',
};

/** The notification settings of the user, and their change (specification §4, Notification toggles). */
export function useNotificationChange(): NotificationChange {
  const { account } = useSession();
  const [pending, setPending] = useState<Partial<Settings>>();
  const [update] = useUpdateNotificationSettingsMutation({ fetchPolicy: 'no-cache' });

  async function save(wanted: Partial<Settings>) {
    setPending(wanted);
    try {
      const { data } = await update({
        variables: {
          input: {
            isEmailNotificationsEnabled: wanted.is_email_notifications_enabled,
            isBreachAlertEnabled: wanted.is_breach_alert_enabled,
            isAutoCloseDuplicateBreachRecordsEnabled: wanted.is_auto_close_duplicate_breach_records_enabled,
            alertMailFrequency: wanted.alert_mail_frequency,
          },
        },
      });
      const result = data?.updateNotificationSettings;
      if (result?.__typename === 'UpdateProfileSuccess') {
        keepAccount(result.account);
        tell('success', result.message);
      } else tellFailure(result);
    } catch (error) {
      tellFailure(error);
    } finally {
      setPending(undefined);
    }
  }

  return {
    settings: { ...(account?.user.notification_settings ?? NOTHING_YET), ...pending },
    save(wanted) {
      if (!pending) void save(wanted);
    },
  };
}
