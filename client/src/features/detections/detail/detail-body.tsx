import { useTranslation } from 'react-i18next';
import { toUserMessage } from '@/lib/graphql/errors';
import { usePermissions } from '@/lib/session/permissions';
import { EmptyState } from '@/ui/feedback/empty-state';
import { ErrorPanel } from '@/ui/feedback/error-panel';
import { Skeleton } from '@/ui/feedback/skeleton';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import type { Assignee } from '../list/search-query';
import { Assignment } from '../triage/assignment';
import type { DetectionUpdates } from '../triage/use-update-detections';
import { DetectionEvidence } from './detection-evidence';
import { DetectionFacts } from './detection-facts';
import { NotesAndHistory } from './notes-and-history';
import { RelatedDetections } from './related-detections';
import type { Detail } from './use-detail';

interface DetailBodyProps {
  detail: Detail;
  assignees: readonly Assignee[];
  updates: DetectionUpdates;
  onShow: (id: string) => void;
}

/** Sections of the detail: evidence first, with the facts in a second column where there is room. */
export function DetailBody({ detail, assignees, updates, onShow }: DetailBodyProps) {
  const { t } = useTranslation(['detections', 'detection']);
  const may = usePermissions();
  const { data, error, loading, refetch } = detail.detection;
  const detection = data?.alert;
  const context = data?.alertContext;
  if (detection) {
    return (
      <div className="@container">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-7 @min-[30rem]:grid-cols-[minmax(0,1fr)_11.5rem] @min-[30rem]:grid-rows-[auto_1fr] @min-[48rem]:grid-cols-[minmax(0,1fr)_18rem] @min-[48rem]:gap-x-10">
          <div key={detection.id} className="grid grid-cols-[minmax(0,1fr)] content-start gap-7">
            <DetectionEvidence detection={detection} summary={context?.summary} />
            {context && <RelatedDetections detection={detection} context={context} onShow={onShow} />}
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-7 @min-[30rem]:row-span-2">
            <DetectionFacts
              detection={detection}
              onShow={onShow}
              assignment={may('TRIAGE') && <Assignment detection={detection} assignees={assignees} updates={updates} />}
            />
          </div>
          <NotesAndHistory detail={detail} />
        </div>
      </div>
    );
  }
  if (loading) {
    return (
      <div className="grid gap-3">
        <VisuallyHidden live>{t('detection:detail.loading')}</VisuallyHidden>
        <Skeleton className="h-4 w-2/3" />
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-24 w-full" />
      </div>
    );
  }
  if (error) {
    return (
      <ErrorPanel
        title={t('failed.detail')}
        text={toUserMessage(error)}
        retryLabel={t('failed.retry')}
        onRetry={() => void refetch()}
      />
    );
  }
  return <EmptyState title={t('detection:detail.missing.title')} text={t('detection:detail.missing.text')} />;
}
