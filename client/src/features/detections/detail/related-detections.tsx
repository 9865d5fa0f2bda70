import { useTranslation } from 'react-i18next';
import { devicePath } from '@/lib/entity-paths';
import { Badge } from '@/ui/display/badge';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { Link } from '@/ui/layout/link';
import { type DetectionDetail, shortSiteLabel } from '../labels';
import { Section } from './sections';
import type { DetectionContext } from './use-detail';

type Related = DetectionContext['samePassword'];

interface RelatedDetectionsProps {
  detection: DetectionDetail;
  context: DetectionContext;
  onShow: (id: string) => void;
}

/** Other logins from the device of a detection, and the same login with the same password at other sites. */
export function RelatedDetections({ detection, context, onShow }: RelatedDetectionsProps) {
  const { t } = useTranslation(['detections', 'detection']);
  const { deviceLogins, samePassword } = context;
  const { incident, breachRecord } = detection;
  const isComparable = breachRecord.passwords.length > 0 && breachRecord.passwordType === 'plain';
  return (
    <>
      {deviceLogins && (
        <Section title={t('detection:detail.deviceLogins')}>
          {deviceLogins.total === 0 ? (
            <p className="text-base text-ink-muted">{t('detection:detail.noDeviceLogins')}</p>
          ) : (
            <RelatedList label={t('detection:detail.deviceLogins')} related={deviceLogins} onShow={onShow} />
          )}
          {incident?.kind === 'DEVICE' && deviceLogins.total > 0 && (
            <p className="text-base">
              <Link to={devicePath(incident.id)}>{t('detection:detail.showDevice')}</Link>
            </p>
          )}
        </Section>
      )}
      {isComparable && (
        <Section title={t('detection:detail.samePassword')}>
          {samePassword.total === 0 ? (
            <p className="text-base text-ink-muted">{t('detection:detail.noSamePassword')}</p>
          ) : (
            <>
              <p className="text-base text-ink-secondary">
                {t('detection:detail.samePasswordCount', { count: samePassword.total })}
              </p>
              <RelatedList label={t('detection:detail.samePassword')} related={samePassword} onShow={onShow} />
            </>
          )}
        </Section>
      )}
    </>
  );
}

interface RelatedListProps {
  label: string;
  related: Related;
  onShow: (id: string) => void;
}

function RelatedList({ label, related, onShow }: RelatedListProps) {
  const { t } = useTranslation(['detections', 'detection']);
  const more = related.total - related.results.length;
  return (
    <div className="grid gap-2">
      <ul aria-label={label} className="divide-y divide-line border-y border-line">
        {related.results.map((other) => (
          <li key={other.id}>
            <button
              type="button"
              onClick={() => onShow(other.id)}
              className="flex w-full items-center justify-between gap-3 rounded-xs py-2 text-start transition-colors duration-75 hover:bg-hover focus-visible:-outline-offset-1"
            >
              <span className="grid min-w-0">
                <MonospaceValue
                  truncate
                  value={shortSiteLabel(other.breachRecord) ?? t('detection:detail.unknownSite')}
                />
                <span className="text-sm text-ink-muted">
                  <bdi dir="ltr" className="block truncate">
                    {other.breachRecord.usernames[0] ?? t('unknownName')}
                  </bdi>
                </span>
              </span>
              {other.isClosed && <Badge>{t('state.closed')}</Badge>}
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-sm text-ink-muted">{t('detection:detail.more', { count: more })}</p>}
    </div>
  );
}
