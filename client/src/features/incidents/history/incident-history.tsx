import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { usePermissions } from '@/lib/session/permissions';
import { RelativeTime } from '@/ui/display/relative-time';
import { AsyncContent } from '@/ui/feedback/async-content';
import { Skeleton } from '@/ui/feedback/skeleton';
import { Button } from '@/ui/form/button';
import { Card } from '@/ui/layout/card';
import { type IncidentHistoryQuery, useIncidentHistoryQuery } from '../incidents.generated';
import type { IncidentUpdates } from '../triage/use-incident-updates';
import { isOperationKind, OperationText } from './operation-text';

type Event = NonNullable<IncidentHistoryQuery['incidentHistory']>['events'][number];

interface IncidentHistoryProps {
  incidentId: string;
  /** Titles of the playbook's steps, by id. */
  steps: Readonly<Record<string, string>>;
  /** Changes with the state of the incident; a new value reloads the history. */
  version: string;
  updates: IncidentUpdates;
}

/** What happened to an incident, newest first. */
export function IncidentHistory({ incidentId, steps, version, updates }: IncidentHistoryProps) {
  const { t } = useTranslation('incidents');
  const mayTriage = usePermissions()('TRIAGE');
  const asked = useIncidentHistoryQuery({ variables: { id: incidentId }, fetchPolicy: 'cache-and-network' });
  const [seen, setSeen] = useState(version);
  if (seen !== version) {
    setSeen(version);
    void asked.refetch();
  }
  const history = (asked.data ?? asked.previousData)?.incidentHistory;
  return (
    <Card padded={false}>
      <AsyncContent query={asked} padded>
        {!history ? (
          <div className="p-5">
            <Skeleton className="h-16 w-full" />
          </div>
        ) : history.events.length === 0 ? (
          <p className="p-5 text-base text-ink-muted">{t('history.none')}</p>
        ) : (
          <ol aria-label={t('history.title')} className="divide-y divide-line">
            {history.events.map((event) => (
              <li
                key={`${event.kind} ${event.at} ${event.step ?? event.operationId ?? ''}`}
                className="flex min-h-row flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-2"
              >
                <p className="min-w-0 flex-1 basis-64 text-base wrap-anywhere text-ink-secondary">
                  <EventText event={event} steps={steps} />
                  {event.incidents > 1 && (
                    <span className="text-ink-muted">
                      {' '}
                      · {t('history.together', { incidents: t('count', { count: event.incidents - 1 }) })}
                    </span>
                  )}
                </p>
                <span className="flex items-center gap-3 text-sm text-ink-muted">
                  <RelativeTime iso={event.at} />
                  {event.operationId !== null && mayTriage && (
                    <Button
                      size="sm"
                      variant="ghost"
                      disabled={updates.updating}
                      onClick={() => event.operationId !== null && void updates.undo(event.operationId)}
                    >
                      {t('done.undo')}
                    </Button>
                  )}
                </span>
              </li>
            ))}
          </ol>
        )}
        {history?.hasMore && <p className="border-t border-line p-5 text-sm text-ink-muted">{t('history.more')}</p>}
      </AsyncContent>
    </Card>
  );
}

function EventText({ event, steps }: { event: Event; steps: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('incidents');
  const { t: td } = useTranslation('detections');
  const { kind, cause, by, step, undone } = event;
  if (cause !== null) return t(`history.cause.${cause}.${kind === 'CLOSED' ? 'CLOSED' : 'OPENED'}`);
  const name = <bdi className="font-medium text-ink">{by ?? td('assign.former')}</bdi>;
  if (kind === 'UNDONE') {
    const what = isOperationKind(undone) ? undone : 'OPENED';
    return <Trans t={t} i18nKey={`history.UNDONE.${what}`} components={{ by: name }} />;
  }
  if (kind === 'STEP_COMPLETED' || kind === 'STEP_REOPENED') {
    return (
      <Trans t={t} i18nKey={`history.${kind}`} values={{ step: steps[step ?? ''] ?? step }} components={{ by: name }} />
    );
  }
  return <OperationText {...event} />;
}
