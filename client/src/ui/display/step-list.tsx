import { Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox } from '@/ui/form/checkbox';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';

interface ListedStep {
  id: string;
  title: string;
  body: string;
  completedAt: string | null;
}

interface StepListProps<S extends ListedStep> {
  steps: readonly S[];
  /** Who completed a step, and when; nothing for others. */
  renderCompletion: (step: S) => ReactNode;
  /** Spoken before the title of read-only steps. */
  doneLabel: string;
  openLabel: string;
  /** Without it, the steps are read-only. */
  onChange?: ((step: S) => void) | undefined;
}

/** Steps to complete one by one. */
export function StepList<S extends ListedStep>({
  steps,
  renderCompletion,
  doneLabel,
  openLabel,
  onChange,
}: StepListProps<S>) {
  return (
    <ol className="-my-2 divide-y divide-line">
      {steps.map((step) => {
        const isDone = step.completedAt !== null;
        const title = <span className={isDone ? 'text-ink-muted' : 'font-medium'}>{step.title}</span>;
        const details = (
          <>
            <span className="block max-w-prose">{step.body}</span>
            {isDone && <span className="mt-1 block text-ink-secondary">{renderCompletion(step)}</span>}
          </>
        );
        return (
          <li key={step.id} className="py-3">
            {onChange ? (
              <Checkbox label={title} hint={details} checked={isDone} onChange={() => onChange(step)} />
            ) : (
              <ReadOnly isDone={isDone} label={isDone ? doneLabel : openLabel}>
                <p className="text-base text-ink">{title}</p>
                <p className="mt-0.5 text-sm text-ink-muted">{details}</p>
              </ReadOnly>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function ReadOnly({ isDone, label, children }: { isDone: boolean; label: string; children: ReactNode }) {
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <div className="flex items-start gap-2.5">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-muted" />
      <VisuallyHidden>{label}</VisuallyHidden>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
