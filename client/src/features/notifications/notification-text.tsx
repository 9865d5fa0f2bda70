import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { formatMonth } from '@/lib/format';
import { classes } from '@/ui/classes';
import { Breakable } from '@/ui/display/breakable';
import type { NotificationRow } from './notification-list';

/** What happened, in one line, and what it is about. */
export function NotificationText({ row }: { row: NotificationRow }) {
  const { t, i18n } = useTranslation('notifications');
  const { kind, target, count, found, isSeen } = row;
  const address = target !== null && <Breakable text={target} />;
  const actor = <bdi>{row.actor ?? t('formerMember')}</bdi>;
  const shown = (headline: ReactNode, detail: ReactNode) => (
    <>
      <span className={classes('text-sm wrap-anywhere', isSeen ? 'text-ink-secondary' : 'font-medium text-ink')}>
        {headline}
      </span>
      {detail && <span className="text-xs wrap-anywhere text-ink-secondary">{detail}</span>}
    </>
  );
  switch (kind) {
    case 'INCIDENT_OPENED':
    case 'INCIDENT_REOPENED':
    case 'ACCEPTANCE_ENDED':
      return shown(target, null);
    case 'INCIDENTS_ASSIGNED':
      return shown(<Trans t={t} i18nKey={`kind.${kind}`} count={count} components={{ actor }} />, target);
    case 'DETECTIONS_ASSIGNED':
      return shown(<Trans t={t} i18nKey={`kind.${kind}`} count={count} components={{ actor }} />, address);
    case 'MENTIONED':
      return shown(<Trans t={t} i18nKey={`kind.${kind}`} components={{ actor }} />, address);
    case 'DOMAIN_RECORD_MISSING':
    case 'DOMAIN_LOST':
      return shown(
        <Trans t={t} i18nKey={`kind.${kind}`} components={{ domain: <bdi dir="ltr">{target}</bdi> }} />,
        t(`detail.${kind}`),
      );
    case 'BACKFILL_FINISHED':
      return shown(
        target === null ? (
          t('scans', { count })
        ) : (
          <Trans t={t} i18nKey={`kind.${kind}`} components={{ target: <bdi dir="ltr">{target}</bdi> }} />
        ),
        found === 0 ? t('nothingFound') : t('found', { count: found }),
      );
    case 'REPORT_READY':
      return shown(t(`kind.${kind}`, { month: formatMonth(target ?? '', i18n.language) }), null);
  }
}
