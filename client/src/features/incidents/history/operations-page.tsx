import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefreshOnDetections } from '@/lib/detection-feed/use-refresh-on-detections';
import { formatNumber } from '@/lib/format';
import { incidentPath, paths } from '@/lib/paths';
import { usePermissions } from '@/lib/session/permissions';
import { Badge } from '@/ui/display/badge';
import { RelativeTime } from '@/ui/display/relative-time';
import { AsyncContent } from '@/ui/feedback/async-content';
import { EmptyState } from '@/ui/feedback/empty-state';
import { NoneYet } from '@/ui/feedback/illustrations';
import { Skeleton } from '@/ui/feedback/skeleton';
import { Button } from '@/ui/form/button';
import { Card } from '@/ui/layout/card';
import { Link } from '@/ui/layout/link';
import { Page } from '@/ui/layout/page';
import { PageHeader } from '@/ui/layout/page-header';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { AlertDialog } from '@/ui/overlay/alert-dialog';
import { type IncidentOperationsQuery, useIncidentOperationsQuery } from '../incidents.generated';
import { MANY } from '../triage/selection-target';
import { type IncidentUpdates, useIncidentUpdates } from '../triage/use-incident-updates';
import { OperationText } from './operation-text';

type Operation = IncidentOperationsQuery['incidentOperations']['results'][number];

const PAGE_SIZE = 25;
/** As many as the server returns at once. */
const MOST = 100;

/** What members did with incidents, newest first; each operation can be undone once. */
export function OperationsPage() {
  const { t, i18n } = useTranslation('incidents');
  const [first, setFirst] = useState(PAGE_SIZE);
  const asked = useIncidentOperationsQuery({ variables: { first }, fetchPolicy: 'cache-and-network' });
  useRefreshOnDetections(() => void asked.refetch(), asked.data ? null : undefined);
  const updates = useIncidentUpdates(asked.refetch);
  const [asking, setAsking] = useState<Operation>();
  const undo = (operation: Operation) => {
    if (operation.detections >= MANY) setAsking(operation);
    else void updates.undo(operation.id);
  };
  const page = (asked.data ?? asked.previousData)?.incidentOperations;
  return (
    <Page width="text">
      <title>{t('operations.title')}</title>
      <p className="-mb-2 text-sm">
        <Link to={paths.inbox} look="quiet">
          {t('title')}
        </Link>
      </p>
      <PageHeader title={t('operations.title')} description={t('operations.description')} />
      <AsyncContent query={asked}>
        {page?.results.length === 0 ? (
          <Card>
            <EmptyState illustration={<NoneYet />} title={t('operations.none')} text={t('operations.noneText')} />
          </Card>
        ) : (
          <Card padded={false}>
            {page ? (
              <ol aria-label={t('operations.title')} className="divide-y divide-line">
                {page.results.map((operation) => (
                  <OperationLine key={operation.id} operation={operation} updates={updates} onUndo={undo} />
                ))}
              </ol>
            ) : (
              <div className="grid gap-3 p-5">
                <VisuallyHidden live>{t('operations.loading')}</VisuallyHidden>
                {Array.from({ length: 6 }, (_, index) => (
                  <Skeleton key={index} className="h-8 w-full" />
                ))}
              </div>
            )}
            {page?.hasMore && (
              <div className="border-t border-line px-4 py-3">
                {first < MOST ? (
                  <Button size="sm" variant="ghost" onClick={() => setFirst(MOST)} disabled={asked.loading}>
                    {t('operations.more')}
                  </Button>
                ) : (
                  <p className="text-sm text-ink-muted">{t('operations.last')}</p>
                )}
              </div>
            )}
          </Card>
        )}
      </AsyncContent>
      <AlertDialog
        open={asking !== undefined}
        onOpenChange={() => setAsking(undefined)}
        title={t('operations.undoTitle')}
        message={t('operations.undoText', { number: formatNumber(asking?.detections ?? 0, i18n.language) })}
        confirmLabel={t('done.undo')}
        cancelLabel={t('cancel')}
        onConfirm={() => {
          if (asking) void updates.undo(asking.id);
          setAsking(undefined);
        }}
      />
    </Page>
  );
}

interface OperationLineProps {
  operation: Operation;
  updates: IncidentUpdates;
  onUndo: (operation: Operation) => void;
}

function OperationLine({ operation, updates, onUndo }: OperationLineProps) {
  const { t } = useTranslation('incidents');
  const { t: td } = useTranslation('detections');
  const mayTriage = usePermissions()('TRIAGE');
  const { at, incidents, detections, incident, undoneAt, undoneBy } = operation;
  const what = t('count', { count: incidents });
  return (
    <li className="flex min-h-row flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 sm:flex-nowrap">
      <div className="min-w-0 flex-1">
        <p className="text-base wrap-anywhere text-ink-secondary">
          <OperationText {...operation} what={what} />
        </p>
        <p className="flex flex-wrap gap-x-2 text-sm wrap-anywhere text-ink-muted">
          {incident && <Link to={incidentPath(incident.id)}>{incident.title}</Link>}
          {detections > 0 && <span>{t('detectionCount', { count: detections })}</span>}
          <RelativeTime iso={at} />
          {undoneAt !== null && (
            <span>
              {t('operations.undoneBy', { name: undoneBy ?? td('assign.former') })} <RelativeTime iso={undoneAt} />
            </span>
          )}
        </p>
      </div>
      {undoneAt !== null ? (
        <Badge>{t('operations.undone')}</Badge>
      ) : (
        mayTriage && (
          <Button
            size="sm"
            disabled={updates.updating}
            icon={<Undo2 aria-hidden="true" className="size-3.5" />}
            onClick={() => onUndo(operation)}
          >
            {t('done.undo')}
            <VisuallyHidden>{`: ${what}`}</VisuallyHidden>
          </Button>
        )
      )}
    </li>
  );
}
