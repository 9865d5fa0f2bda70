import { Check, ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatList } from '@/lib/format';
import { Badge } from '@/ui/display/badge';
import { Breakable } from '@/ui/display/breakable';
import { Monogram } from '@/ui/display/monogram';
import { SeverityMark } from '@/ui/display/severity-mark';
import { Button } from '@/ui/form/button';
import { buttonClasses } from '@/ui/form/button-classes';
import { LeakLink, SiteLink } from '@/ui/layout/entity-link';
import { changePasswordUrl, type Site } from './sites';

/** Leaks of a site that are named. */
const MOST_NAMED = 3;

interface SiteCardProps {
  site: Site;
  mayClose: boolean;
  closing: boolean;
  onClose: () => void;
}

/** What leaked of one site, and what to do. */
export function SiteCard({ site, mayClose, closing, onClose }: SiteCardProps) {
  const { t, i18n } = useTranslation('overview');
  const { name, level, hasReadablePassword, hasHash, isStolenByMalware, leaks } = site;
  const change = changePasswordUrl(site);
  const leaked = [
    ...(hasReadablePassword ? [t('sites.readable')] : []),
    ...(hasHash ? [t('sites.hash')] : []),
    ...(hasReadablePassword || hasHash ? [] : [t('sites.address')]),
  ];
  return (
    <li
      aria-label={name || t('sites.unknown')}
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 shadow-low"
    >
      <div className="flex items-start gap-3">
        <Monogram name={name} size={36} />
        <div className="min-w-0 flex-1">
          <h3 className="text-base font-semibold wrap-anywhere text-ink">
            {name ? (
              <SiteLink name={name}>
                <Breakable text={name} />
              </SiteLink>
            ) : (
              t('sites.unknown')
            )}
          </h3>
          <p className="mt-0.5">
            <SeverityMark level={level} label={t(`level.${level}`)} />
          </p>
        </div>
        {isStolenByMalware && <Badge tone="danger">{t('sites.malware')}</Badge>}
      </div>
      <div className="flex-1 text-base text-ink-secondary">
        <p>{t('sites.leaked', { what: formatList(leaked, i18n.language) })}</p>
        {name === '' && <p className="mt-1">{t('sites.unknownText')}</p>}
        <p className="mt-1 text-sm text-ink-muted">
          {t('sites.in')}{' '}
          {leaks.slice(0, MOST_NAMED).map((leak, index) => (
            <span key={leak.name || leak.title}>
              {index > 0 && ' · '}
              <bdi>
                <LeakLink name={leak.name}>{leak.title}</LeakLink>
              </bdi>
            </span>
          ))}
          {leaks.length > MOST_NAMED && ` · +${leaks.length - MOST_NAMED}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {change !== undefined && (
          <a
            href={change}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClasses({ variant: 'primary', size: 'sm' })}
          >
            {t('sites.change')}
            <ExternalLink aria-hidden="true" className="size-3.5" />
            <span className="sr-only"> {t('sites.changeNote', { site: name })}</span>
          </a>
        )}
        {mayClose && (
          <Button
            size="sm"
            icon={<Check className="size-3.5" />}
            loadingLabel={closing ? t('sites.closing') : undefined}
            onClick={onClose}
          >
            {t('sites.done')}
            <span className="sr-only"> {name}</span>
          </Button>
        )}
      </div>
    </li>
  );
}
