import { useTranslation } from 'react-i18next';
import { Monogram } from '@/ui/display/monogram';
import { Card } from '@/ui/layout/card';
import { SiteLink } from '@/ui/layout/entity-link';

const SHOWN = 8;

interface SiteListProps {
  sites: readonly { name: string; openDetections: number }[];
  /** Number of all sites. */
  total: number;
}

/** Sites and apps with logins of a person or device, linked to their detections. */
export function SiteList({ sites, total }: SiteListProps) {
  const { t } = useTranslation('profiles');
  const shown = sites.slice(0, SHOWN);
  return (
    <Card title={t('person.sites')}>
      {shown.length === 0 && <p className="text-base text-ink-muted">{t('person.noSites')}</p>}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {shown.map(({ name, openDetections }) => (
          <li key={name} className="flex items-center gap-3">
            <Monogram name={name} size={28} />
            <span
              dir="ltr"
              translate="no"
              title={name}
              className="min-w-0 flex-1 truncate text-start font-mono text-sm"
            >
              <SiteLink name={name} />
            </span>
            <span className="shrink-0 text-sm text-ink-muted tabular-nums">
              {t('leak.open', { count: openDetections })}
            </span>
          </li>
        ))}
      </ul>
      {total > shown.length && (
        <p className="mt-4 text-sm text-ink-muted">{t('person.moreSites', { count: total - shown.length })}</p>
      )}
    </Card>
  );
}
