import { Trans, useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/format';
import { type ChangedIncident, type Step, useStepChange } from '@/lib/playbook/use-step-change';
import { usePermissions } from '@/lib/session/permissions';
import { RelativeTime } from '@/ui/display/relative-time';
import { StepList } from '@/ui/display/step-list';
import { StepProgress } from '@/ui/display/step-progress';
import { toast } from '@/ui/feedback/toast';
import { Card } from '@/ui/layout/card';

/** The steps to take about an incident, for members to complete one by one. */
export function PlaybookSection({ incident }: { incident: ChangedIncident }) {
  const { t } = useTranslation('incidents');
  const mayChange = usePermissions()('TRIAGE');
  const change = useStepChange(incident, (message) => toast('error', message));
  const { kind, reusesPassword, steps, done, total } = incident.playbook;
  return (
    <Card
      title={t('playbook.title')}
      description={t(`playbook.kind.${kind}`)}
      actions={<PlaybookProgress done={done} total={total} long />}
    >
      <StepList
        steps={steps}
        doneLabel={t('playbook.done')}
        openLabel={t('playbook.open')}
        renderCompletion={(step) => <Completion step={step} />}
        onChange={mayChange ? change : undefined}
      />
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
  return (
    <StepProgress
      done={done}
      total={total}
      words={t('playbook.progress', numbers)}
      {...(!long && { short: `${numbers.done}/${numbers.total}` })}
    />
  );
}

function Completion({ step: { completedAt, completedBy } }: { step: Step }) {
  const { t } = useTranslation('incidents');
  const { t: td } = useTranslation('detections');
  if (completedAt === null) return null;
  return (
    <Trans
      t={t}
      i18nKey="playbook.completed"
      components={{
        name: <bdi>{completedBy?.name ?? td('assign.former')}</bdi>,
        age: <RelativeTime iso={completedAt} />,
      }}
    />
  );
}
