import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/format';
import { classes } from '@/ui/classes';
import { Stat } from '@/ui/display/stat';
import { compactNumber } from './compact-number';
import { listLink } from './list-link';
import type { OverviewQuery } from './overview.generated';
import { addDays, today } from './range';

type Summary = OverviewQuery['stats']['notificationSummary'];

/** Tiles in the order of spec §2, with the days that each covers. */
const TILES = [
  { name: 'total', days: undefined, place: 'md:col-span-3' },
  { name: 'unread', days: undefined, place: 'md:col-span-3' },
  { name: 'last90Days', days: 90, place: 'md:col-span-2' },
  { name: 'last60Days', days: 60, place: 'md:col-span-2' },
  { name: 'last365Days', days: 365, place: 'col-span-2' },
] as const;

/** Totals over users and domains; the two parts link to their lists. */
export function Tiles({ summary }: { summary: Summary | undefined }) {
  const { t, i18n } = useTranslation('overview');
  const last = today();
  return (
    <ul className="grid grid-cols-2 gap-3 md:grid-cols-6 xl:grid-cols-5" aria-label={t('tiles.label')}>
      {TILES.map(({ name, days, place }) => {
        const wanted = {
          unread: name === 'unread',
          ...(days !== undefined && { range: { first: addDays(last, 1 - days), last } }),
        };
        const parts = (['workforce', 'portals'] as const).map((kind) => {
          const count = summary?.[kind === 'workforce' ? 'userNotifications' : 'domainNotifications'][name];
          return { kind, count };
        });
        const sum = summary && parts.reduce((before, { count }) => before + (count ?? 0), 0);
        return (
          <li key={name} className={classes('grid xl:col-span-1', place)}>
            <Stat
              label={t(`tiles.${name}`)}
              value={sum === undefined ? undefined : compactNumber(sum, i18n.language)}
              exactValue={sum === undefined ? undefined : formatNumber(sum, i18n.language)}
              parts={parts.map(({ kind, count }) => ({
                label: t(`kind.${kind}`),
                value: count === undefined ? undefined : compactNumber(count, i18n.language),
                to: listLink(kind, wanted),
              }))}
            />
          </li>
        );
      })}
    </ul>
  );
}
