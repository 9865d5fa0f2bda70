import { useTranslation } from 'react-i18next';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { RelativeTime } from '@/ui/display/relative-time';
import { Card } from '@/ui/layout/card';
import { HealthTable } from './health-table';
import type { ConsoleHealthQuery } from './health.generated';

type Health = ConsoleHealthQuery['console']['health'];
type Disk = Health['disks'][number];

const STORES = ['lake', 'database', 'quarantine', 'queue'] as const;
const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
/** Later than this is no more than a guess. */
const MOST_DAYS = 3650;

/** Sizes and growth of the stores, and how long the disks last. */
export function HealthStorage({ stores, disks }: Pick<Health, 'stores' | 'disks'>) {
  const { t, i18n } = useTranslation('console');
  const known = STORES.map((name) => ({ name, store: stores.find((store) => store.name === name) }));
  const bytes = (value: number) => shownBytes(value, i18n.language);
  const growth = (perDay: number | null) =>
    perDay === null ? t('unknown') : shownBytes(perDay, i18n.language, 'exceptZero');
  const untilFull = ({ bytesPerDay, daysUntilFull }: Disk) => {
    if (bytesPerDay === null) return t('unknown');
    if (daysUntilFull === null || daysUntilFull > MOST_DAYS) return t('health.notSoon');
    return t('health.days', { count: daysUntilFull });
  };
  return (
    <Card title={t('health.storage')} description={t('health.storageText')}>
      <div className="flex flex-col gap-6">
        <HealthTable
          caption={t('health.storage')}
          columns={[t('health.store'), t('health.size'), t('health.growth'), t('health.measured')]}
          rows={known.map(({ name, store }) => ({
            key: name,
            cells: [
              t(`health.stores.${name}`),
              store ? bytes(store.bytes) : t('unknown'),
              growth(store?.bytesPerDay ?? null),
              store ? <RelativeTime key="time" iso={store.measuredAt} /> : '–',
            ],
          }))}
          none={t('unknown')}
        />
        <HealthTable
          caption={t('health.disks')}
          columns={[t('health.disk'), t('health.free'), t('health.growth'), t('health.untilFull')]}
          rows={disks.map((disk) => ({
            key: disk.path,
            cells: [
              <MonospaceValue key="path" value={disk.path} />,
              t('health.freeOf', { free: bytes(disk.freeBytes), total: bytes(disk.totalBytes) }),
              growth(disk.bytesPerDay),
              untilFull(disk),
            ],
          }))}
          none={t('unknown')}
        />
      </div>
    </Card>
  );
}

/** Bytes in the largest unit of which there is one at least. */
function shownBytes(value: number, language: string, signDisplay: 'auto' | 'exceptZero' = 'auto'): string {
  const power = Math.min(Math.max(Math.floor(Math.log10(Math.max(Math.abs(value), 1)) / 3), 1), UNITS.length);
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[power - 1] ?? 'kilobyte',
    maximumFractionDigits: 1,
    signDisplay,
  }).format(value / 1000 ** power);
}
