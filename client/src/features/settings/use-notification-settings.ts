import { useRef, useState } from 'react';
import type { Account } from '@/lib/session/session';
import { useSession } from '@/lib/session/store';
import { syncAccount } from '@/lib/session/sync-account';
import { accountToast, toastFailure } from '@/ui/feedback/mutation-toasts';
import { useUpdateNotificationSettingsMutation } from './notifications.generated';

type Settings = Account['user']['notification_settings'];

export interface NotificationSettingsState {
  /** Settings including changes that are still being saved. */
  settings: Settings;
  /** Save changes one after the other; a failed change is reverted. */
  save: (wanted: Partial<Settings>) => void;
}

const NOTHING_YET: Settings = {
  is_email_notifications_enabled: false,
  is_breach_alert_enabled: false,
  is_mention_email_enabled: false,
  is_auto_close_duplicate_breach_records_enabled: false,
  is_monthly_report_enabled: false,
  alert_mail_frequency: 'INSTANT',
};

/** Notification settings of the user (spec §4, Notification toggles). */
export function useNotificationSettings(): NotificationSettingsState {
  const { account } = useSession();
  const [waiting, setWaiting] = useState<readonly Partial<Settings>[]>([]);
  const last = useRef(Promise.resolve());
  const [update] = useUpdateNotificationSettingsMutation({ fetchPolicy: 'no-cache' });

  async function send(wanted: Partial<Settings>) {
    try {
      const { data } = await update({
        variables: {
          input: {
            isEmailNotificationsEnabled: wanted.is_email_notifications_enabled,
            isBreachAlertEnabled: wanted.is_breach_alert_enabled,
            isMentionEmailEnabled: wanted.is_mention_email_enabled,
            isAutoCloseDuplicateBreachRecordsEnabled: wanted.is_auto_close_duplicate_breach_records_enabled,
            isMonthlyReportEnabled: wanted.is_monthly_report_enabled,
            alertMailFrequency: wanted.alert_mail_frequency,
          },
        },
      });
      const result = data?.updateNotificationSettings;
      if (result?.__typename === 'UpdateProfileSuccess') {
        syncAccount(result.account);
        accountToast('success', result.message);
      } else toastFailure(result);
    } catch (error) {
      toastFailure(error);
    } finally {
      setWaiting((all) => all.filter((each) => each !== wanted));
    }
  }

  return {
    settings: waiting.reduce<Settings>(
      (settings, change) => ({ ...settings, ...change }),
      account?.user.notification_settings ?? NOTHING_YET,
    ),
    save(wanted) {
      setWaiting((all) => [...all, wanted]);
      last.current = last.current.then(() => send(wanted));
    },
  };
}
