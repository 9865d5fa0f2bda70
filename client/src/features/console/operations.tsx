import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/format';
import type { ConsoleOperationKind, ConsoleOperationState } from '@/lib/graphql/schema-types.generated';
import { Badge, type Tone } from '@/ui/display/badge';
import { RelativeTime } from '@/ui/display/relative-time';
import { Card } from '@/ui/layout/card';

/** Long work that a worker does. */
interface Operation {
  id: string;
  kind: ConsoleOperationKind;
  state: ConsoleOperationState;
  step: string;
  done: number;
  total: number;
  figures: readonly { name: string; value: number }[];
  failure: string | null;
  otherLeak?: string | null;
  operator: string;
  createdAt: string;
}

const TONES: Record<ConsoleOperationState, Tone> = {
  WAITING: 'neutral',
  RUNNING: 'info',
  DONE: 'success',
  FAILED: 'danger',
};
const STEPS = ['records', 'detections', 'files', 'stretches'] as const;
const FIGURES = [
  'records',
  'files',
  'duplicate_files',
  'alerts',
  'sightings',
  'detections_retracted',
  'detections_kept',
  'stretches',
  'read',
] as const;

/** Retractions, merges and other readings, with their progress. Nothing if there are none. */
export function Operations({ operations }: { operations: readonly Operation[] }) {
  const { t } = useTranslation('catalogue');
  if (operations.length === 0) return null;
  return (
    <Card title={t('operations.title')} padded={false}>
      <ul className="divide-y divide-line" aria-live="polite">
        {operations.map((operation) => (
          <OperationRow key={operation.id} operation={operation} />
        ))}
      </ul>
    </Card>
  );
}

function OperationRow({ operation }: { operation: Operation }) {
  const { t, i18n } = useTranslation('catalogue');
  const number = (value: number) => formatNumber(value, i18n.language);
  const { kind, state, otherLeak, failure, done, total } = operation;
  const step = STEPS.find((name) => name === operation.step);
  const figures = FIGURES.flatMap((name) =>
    operation.figures
      .filter((figure) => figure.name === name)
      .map(({ value }) => t(`operations.figures.${name}`, { number: number(value) })),
  );
  return (
    <li className="grid gap-1.5 px-5 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base text-ink">
        <span className="font-medium">{t(`operations.kind.${kind}`)}</span>
        {otherLeak && <bdi className="wrap-anywhere">{otherLeak}</bdi>}
        <Badge tone={TONES[state]}>{t(`operations.state.${state}`)}</Badge>
        <span className="text-sm text-ink-muted">
          <bdi>{operation.operator}</bdi> · <RelativeTime iso={operation.createdAt} />
        </span>
      </p>
      {step && (
        <div className="grid gap-1">
          <p className="text-sm text-ink-secondary">
            {t(`operations.step.${step}`)}
            {total > 1 && ` · ${t('operations.progress', { done: number(done), total: number(total) })}`}
          </p>
          <progress className="h-1.5 w-full" aria-label={t(`operations.step.${step}`)} value={done} max={total || 1} />
        </div>
      )}
      {figures.length > 0 && <p className="text-sm text-ink-secondary tabular-nums">{figures.join(' · ')}</p>}
      {failure !== null && (
        <p dir="ltr" className="text-sm wrap-anywhere text-danger-text">
          {failure}
        </p>
      )}
    </li>
  );
}
