import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/format';
import { incidentPath } from '@/lib/paths';
import { SeverityMark } from '@/ui/display/severity-mark';
import { StepProgress } from '@/ui/display/step-progress';
import { Card } from '@/ui/layout/card';
import { Link } from '@/ui/layout/link';
import type { OpenStepsFragment } from './profiles.generated';

interface OpenStepsProps {
  incidents: readonly OpenStepsFragment[];
  /** Number of all incidents, if some are left out. */
  total?: number;
}

/** Next step of each incident, and how many are done; the steps are completed in the incident. */
export function OpenSteps({ incidents, total = incidents.length }: OpenStepsProps) {
  const { t, i18n } = useTranslation('profiles');
  const { t: td } = useTranslation('detections');
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <Card title={t('steps.title')}>
      {incidents.length === 0 && <p className="text-base text-ink-muted">{t('steps.none')}</p>}
      <ul className="-my-3 divide-y divide-line">
        {incidents.map(({ id, title, severity, state, playbook }) => {
          const next = playbook?.steps.find(({ completedAt }) => completedAt === null);
          return (
            <li key={id} className="grid gap-1 py-3">
              <p className="text-base wrap-anywhere">
                <Link look="quiet" to={incidentPath(id)}>
                  {title}
                </Link>
              </p>
              <p className="text-sm text-ink-secondary">
                {state === 'CLOSED'
                  ? t('steps.closed')
                  : next
                    ? t('steps.next', { step: next.title })
                    : t('steps.complete')}
              </p>
              <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <SeverityMark level={severity.level} label={td(`severity.${severity.level}`)} />
                {playbook && (
                  <StepProgress
                    done={playbook.done}
                    total={playbook.total}
                    words={t('steps.progress', { done: number(playbook.done), total: number(playbook.total) })}
                  />
                )}
              </p>
            </li>
          );
        })}
      </ul>
      {total > incidents.length && (
        <p className="mt-4 text-sm text-ink-muted">{t('person.moreSites', { count: total - incidents.length })}</p>
      )}
    </Card>
  );
}
