import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAge, formatExactTime } from '@/lib/format';

const STEP_MILLISECONDS = 60_000;

const thisMinute = () => Math.floor(Date.now() / STEP_MILLISECONDS) * STEP_MILLISECONDS;
const everyMinute = (onChange: () => void) => {
  const timer = window.setInterval(onChange, STEP_MILLISECONDS);
  return () => window.clearInterval(timer);
};

/** Age of an event; the exact time is the tooltip. */
export function RelativeTime({ iso }: { iso: string }) {
  const { i18n } = useTranslation();
  // A minute later than the last full one, so that nothing seems to be ahead.
  const now = useSyncExternalStore(everyMinute, thisMinute) + STEP_MILLISECONDS;
  return (
    <time dateTime={iso} title={formatExactTime(iso, i18n.language)}>
      {formatAge(iso, i18n.language, now)}
    </time>
  );
}
