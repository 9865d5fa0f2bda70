import { Bell } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefreshOnDetections } from '@/lib/detection-feed/use-refresh-on-detections';
import { formatNumber } from '@/lib/format';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { Popover } from '@/ui/overlay/popover';
import { NotificationList } from './notification-list';
import { useNotificationsQuery } from './notifications.generated';
import { useSeen } from './use-seen';

/** What no live feed announces, such as a finished scan, shows after this at the latest. */
const POLL_MILLISECONDS = 5 * 60_000;
/** What somebody does to detections is rarely news, and pages have more urgent questions then. */
const TRIAGED_MILLISECONDS = 2000;
/** The largest number in the badge. */
const MOST_COUNTED = 9;

/** Button with the number of new notifications; it opens their list. */
export function NotificationBell() {
  const { t, i18n } = useTranslation('notifications');
  const asked = useNotificationsQuery({
    fetchPolicy: 'cache-and-network',
    pollInterval: POLL_MILLISECONDS,
    skipPollAttempt: () => document.hidden,
  });
  const markSeen = useSeen();
  const [open, setOpen] = useState(false);
  const shown = asked.data?.notifications;
  useRefreshOnDetections(() => void asked.refetch(), shown?.cursor, TRIAGED_MILLISECONDS);
  const unseen = shown?.results.filter(({ isSeen }) => !isSeen).map(({ id }) => id) ?? [];
  return (
    <span className="relative inline-flex">
      <Popover
        open={open}
        onOpenChange={(next) => {
          setOpen(next);
          if (next) void asked.refetch();
        }}
        title={t('title')}
        trigger={
          <IconButton
            label={unseen.length === 0 ? t('title') : t('new', { count: unseen.length })}
            tooltipSide="bottom"
            icon={<Bell aria-hidden="true" />}
          />
        }
        actions={
          unseen.length > 0 && (
            <Button size="sm" variant="ghost" onClick={() => void markSeen(unseen)}>
              {t('markAll')}
            </Button>
          )
        }
      >
        <NotificationList
          query={asked}
          onFollow={({ id, isSeen }) => {
            setOpen(false);
            if (!isSeen) void markSeen([id]);
          }}
        />
      </Popover>
      {unseen.length > 0 && (
        // The button's name has the exact number.
        <span
          aria-hidden="true"
          dir="ltr"
          className="pointer-events-none absolute -end-0.5 -top-0.5 min-w-4 rounded-full bg-accent px-1 text-center text-2xs/4 font-semibold text-on-accent tabular-nums forced-colors:border"
        >
          {formatNumber(Math.min(unseen.length, MOST_COUNTED), i18n.language)}
          {unseen.length > MOST_COUNTED && '+'}
        </span>
      )}
    </span>
  );
}
