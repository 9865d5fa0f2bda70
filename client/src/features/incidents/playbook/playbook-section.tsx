import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/format';
import { usePermissions } from '@/lib/session/permissions';
import { ProgressRing } from '@/ui/display/progress-ring';
import { Card } from '@/ui/layout/card';
import { PlaybookStep } from './playbook-step';
import { type ChangedIncident, useStepChange } from './use-step-change';

/** The steps to take about an incident, for members to complete one by one. */
export function PlaybookSection({ incident }: { incident: ChangedIncident }) {
  const { t } = useTranslation('incidents');
  const mayChange = usePermissions()('TRIAGE');
  const change = useStepChange(incident);
  const { kind, reusesPassword, steps, done, total } = incident.playbook;
  return (
    <Card
      title={t('playbook.title')}
      description={t(`playbook.kind.${kind}`)}
      actions={<PlaybookProgress done={done} total={total} long />}
    >
      <ol className="-my-2 divide-y divide-line">
        {steps.map((step) => (
          <PlaybookStep key={step.id} step={step} onChange={mayChange ? change : undefined} />
        ))}
      </ol>
      <dl className="mt-2 flex gap-2 border-t border-line pt-3 text-sm text-ink-muted">
        <dt>{t('playbook.reused')}</dt>
        <dd className="text-ink-secondary">{t(reusesPassword ? 'playbook.yes' : 'playbook.no')}</dd>
      </dl>
    </Card>
  );
}

/** How many steps are done: `2/6`, or in words with `long`. */
export function PlaybookProgress({ done, total, long = false }: { done: number; total: number; long?: boolean }) {
  const { t, i18n } = useTranslation('incidents');
  const numbers = { done: formatNumber(done, i18n.language), total: formatNumber(total, i18n.language) };
  const words = t('playbook.progress', numbers);
  return (
    <span
      title={long ? undefined : words}
      className="inline-flex shrink-0 items-center gap-2 text-sm font-normal text-ink-secondary tabular-nums"
    >
      <ProgressRing done={done} total={total} size={long ? 20 : 16} />
      {long ? (
        words
      ) : (
        <>
          <span aria-hidden="true" dir="ltr">{`${numbers.done}/${numbers.total}`}</span>
          <span className="sr-only">{words}</span>
        </>
      )}
    </span>
  );
}
