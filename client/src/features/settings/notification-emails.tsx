import { useTranslation } from 'react-i18next';
import { useSession } from '@/lib/session/store';
import { Callout } from '@/ui/feedback/callout';
import { SegmentedControl } from '@/ui/form/segmented-control';
import { Switch } from '@/ui/form/switch';
import { Card } from '@/ui/layout/card';
import type { NotificationSettingsState } from './use-notification-settings';

const FREQUENCIES = ['INSTANT', 'DAILY', 'WEEKLY'] as const;

/** Email switches and frequency, with hints where the choices contradict each other. */
export function NotificationEmails({ change: { settings, save } }: { change: NotificationSettingsState }) {
  const { t } = useTranslation('settings');
  const { account } = useSession();
  const sendsMails = settings.is_email_notifications_enabled;
  const alerts = settings.is_breach_alert_enabled;
  const frequency = settings.alert_mail_frequency;
  return (
    <Card
      title={t('notifications.mails')}
      description={t('notifications.mailsText', { email: account?.user.email ?? '' })}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Switch
          label={t('notifications.email')}
          hint={t('notifications.emailHint')}
          checked={sendsMails}
          onChange={() => save({ is_email_notifications_enabled: !sendsMails })}
        />
        <Switch
          label={t('notifications.breach')}
          hint={t('notifications.breachHint')}
          checked={alerts}
          onChange={() => save({ is_breach_alert_enabled: !alerts })}
        />
        {account?.org && (
          <Switch
            label={t('notifications.mention')}
            hint={t('notifications.mentionHint')}
            checked={settings.is_mention_email_enabled}
            onChange={() => save({ is_mention_email_enabled: !settings.is_mention_email_enabled })}
          />
        )}
        <div aria-live="polite" className="empty:hidden">
          {sendsMails && !alerts && (
            <Callout tone="warning" title={t('notifications.noKind.title')}>
              {t('notifications.noKind.text')}
            </Callout>
          )}
          {alerts && !sendsMails && (
            <Callout tone="warning" title={t('notifications.noMails.title')}>
              {t('notifications.noMails.text')}
            </Callout>
          )}
        </div>
        <Switch
          label={t('notifications.report')}
          hint={t('notifications.reportHint')}
          checked={settings.is_monthly_report_enabled}
          onChange={() => save({ is_monthly_report_enabled: !settings.is_monthly_report_enabled })}
        />
        {sendsMails && alerts && (
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-5">
            <div className="min-w-48 flex-1">
              <p aria-hidden="true" className="text-base font-medium text-ink">
                {t('notifications.frequency.label')}
              </p>
              <p className="mt-0.5 text-sm text-ink-muted">{t(`notifications.frequency.hint.${frequency}`)}</p>
            </div>
            <SegmentedControl
              label={t('notifications.frequency.label')}
              value={frequency}
              onValueChange={(value) => save({ alert_mail_frequency: value })}
              options={FREQUENCIES.map((value) => ({ value, label: t(`notifications.frequency.${value}`) }))}
            />
          </div>
        )}
      </div>
    </Card>
  );
}
