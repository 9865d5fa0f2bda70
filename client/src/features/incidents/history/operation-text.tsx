import { Trans, useTranslation } from 'react-i18next';
import { formatDay } from '@/lib/format';
import type { IncidentEventKind, IncidentResolution } from '@/lib/graphql/schema-types.generated';

const KINDS = ['OPENED', 'WAITING', 'CLOSED', 'ASSIGNED'] as const satisfies IncidentEventKind[];

/** Whether it is what a member does with incidents. */
export const isOperationKind = (kind: IncidentEventKind | null): kind is (typeof KINDS)[number] =>
  KINDS.some((each) => each === kind);

interface OperationTextProps {
  kind: IncidentEventKind;
  /** Null for members who have left. */
  by: string | null;
  assignee: string | null;
  resolution: IncidentResolution | null;
  acceptedUntil: string | null;
  /** What was changed, such as "3 incidents"; by default "this". */
  what?: string;
}

/** What a member did, as a sentence. */
export function OperationText({ kind, by, assignee, resolution, acceptedUntil, what }: OperationTextProps) {
  const { t, i18n } = useTranslation('incidents');
  const { t: td } = useTranslation('detections');
  const known = isOperationKind(kind) ? kind : 'OPENED';
  const name = known === 'ASSIGNED' && assignee === null ? 'UNASSIGNED' : known;
  const reason =
    kind !== 'CLOSED' || resolution === null
      ? null
      : acceptedUntil === null
        ? t(`resolution.${resolution}`)
        : t('acceptedUntil', { day: formatDay(acceptedUntil, i18n.language) });
  const components = {
    by: <bdi className="font-medium text-ink">{by ?? td('assign.former')}</bdi>,
    assignee: <bdi className="font-medium text-ink">{assignee}</bdi>,
  };
  return (
    <>
      {what === undefined ? (
        <Trans t={t} i18nKey={`history.${name}`} components={components} />
      ) : (
        <Trans t={t} i18nKey={`operations.${name}`} values={{ what }} components={components} />
      )}
      {reason !== null && <span className="text-ink-muted"> · {reason}</span>}
    </>
  );
}
