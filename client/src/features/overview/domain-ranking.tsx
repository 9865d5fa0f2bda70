import { useTranslation } from 'react-i18next';
import { Card } from '@/ui/layout/card';
import { Link } from '@/ui/layout/link';
import { compactNumber } from './compact-number';
import { listLink } from './list-link';
import type { OverviewQuery } from './overview.generated';
import type { Range } from './range';

const SHOWN = 6;

/** Domains with the most detections in the range. */
export function DomainRanking({ counts, range }: { counts: OverviewQuery['stats']['domainCounts']; range: Range }) {
  const { t, i18n } = useTranslation('overview');
  const largest = Math.max(1, ...counts.map(({ total }) => total));
  return (
    <Card title={t('domains.title')} description={t('domains.description')}>
      <ol className="grid gap-3.5">
        {counts.slice(0, SHOWN).map(({ domain, total, unread }) => (
          <li key={domain} className="grid gap-1.5">
            <div className="flex items-baseline justify-between gap-4">
              <span dir="ltr" title={domain} className="min-w-0 truncate">
                <Link look="quiet" to={listLink('portals', { range, domain })}>
                  <span className="font-mono text-sm">{domain}</span>
                </Link>
              </span>
              <span className="shrink-0 text-sm text-ink-muted tabular-nums">
                <span className="font-medium text-ink">{compactNumber(total, i18n.language)}</span>
                {unread > 0 && ` · ${t('domains.new', { count: unread, shown: compactNumber(unread, i18n.language) })}`}
              </span>
            </div>
            <svg aria-hidden="true" width="100%" height={4} className="block rounded-full bg-sunken">
              <rect height={4} rx={2} width={`${(100 * total) / largest}%`} className="fill-info-text" />
            </svg>
          </li>
        ))}
      </ol>
      {counts.length > SHOWN && (
        <p className="mt-4 text-sm text-ink-muted">{t('domains.more', { count: counts.length - SHOWN })}</p>
      )}
    </Card>
  );
}
