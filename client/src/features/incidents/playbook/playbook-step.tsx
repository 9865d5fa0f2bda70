import { Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { RelativeTime } from '@/ui/display/relative-time';
import { Checkbox } from '@/ui/form/checkbox';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import type { Step } from './use-step-change';

interface PlaybookStepProps {
  step: Step;
  /** Without it, the step is read-only. */
  onChange?: ((step: Step) => void) | undefined;
}

/** A step with its text, and who completed it. */
export function PlaybookStep({ step, onChange }: PlaybookStepProps) {
  const title = <span className={step.completedAt ? 'text-ink-muted' : 'font-medium'}>{step.title}</span>;
  const details = (
    <>
      <span className="block max-w-prose">{step.body}</span>
      <Completion step={step} />
    </>
  );
  return (
    <li className="py-3">
      {onChange ? (
        <Checkbox label={title} hint={details} checked={step.completedAt !== null} onChange={() => onChange(step)} />
      ) : (
        <ReadOnly isDone={step.completedAt !== null}>
          <p className="text-base text-ink">{title}</p>
          <p className="mt-0.5 text-sm text-ink-muted">{details}</p>
        </ReadOnly>
      )}
    </li>
  );
}

function ReadOnly({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  const { t } = useTranslation('incidents');
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <div className="flex items-start gap-2.5">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-muted" />
      <VisuallyHidden>{t(isDone ? 'playbook.done' : 'playbook.open')}</VisuallyHidden>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

function Completion({ step: { completedAt, completedBy } }: { step: Step }) {
  const { t } = useTranslation('incidents');
  const { t: td } = useTranslation('detections');
  if (completedAt === null) return null;
  return (
    <span className="mt-1 block text-ink-secondary">
      <Trans
        t={t}
        i18nKey="playbook.completed"
        components={{
          name: <bdi>{completedBy?.name ?? td('assign.former')}</bdi>,
          age: <RelativeTime iso={completedAt} />,
        }}
      />
    </span>
  );
}
