import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '@/lib/format';
import { toUserMessage } from '@/lib/graphql/errors';
import { usePermissions } from '@/lib/session/permissions';
import { EmptyState } from '@/ui/feedback/empty-state';
import { ErrorPanel } from '@/ui/feedback/error-panel';
import { Skeleton } from '@/ui/feedback/skeleton';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { Drawer } from '@/ui/overlay/drawer';
import { ROW_OPENER } from '@/ui/table/row-keys';
import { useDetectionQuery } from '../detections.generated';
import { subjectLabel } from '../labels';
import type { Assignee } from '../list/search-query';
import { Assignment } from '../triage/assignment';
import type { DetectionUpdates } from '../triage/use-update-detections';
import { DetectionFacts } from './detection-facts';
import { History } from './history';

interface DetectionDrawerProps {
  /** Empty when closed. */
  id: string;
  /** Row ids in list order, for previous and next. */
  order: readonly string[];
  assignees: readonly Assignee[];
  updates: DetectionUpdates;
  onShow: (id: string) => void;
  onClose: () => void;
}

/** Detail of one detection. The URL contains its id, so the drawer survives a reload. */
export function DetectionDrawer({ id, order, assignees, updates, onShow, onClose }: DetectionDrawerProps) {
  const { t, i18n } = useTranslation('detections');
  const may = usePermissions();
  // Keep the content while the drawer slides out.
  const [shownId, setShownId] = useState(id);
  if (id !== '' && id !== shownId) setShownId(id);
  const { data, error, loading, refetch } = useDetectionQuery({
    variables: { id: shownId },
    skip: shownId === '',
    fetchPolicy: 'cache-and-network',
  });
  const detection = data?.alert;

  const { markOpened } = updates;
  const mayTriage = may('TRIAGE');
  const marked = useRef('');
  useEffect(() => {
    if (id === '' || detection?.id !== id || marked.current === id) return;
    marked.current = id;
    if (!detection.isRead && mayTriage) markOpened(id);
  }, [id, detection, markOpened, mayTriage]);

  const place = order.indexOf(shownId);
  const [previous, next] = place === -1 ? [] : [order[place - 1], order[place + 1]];
  return (
    <Drawer
      open={id !== ''}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={(detection && subjectLabel(detection)) ?? t('detail.fallbackTitle')}
      description={detection && t('detail.detected', { datetime: formatDateTime(detection.datetime, i18n.language) })}
      closeLabel={t('detail.close')}
      returnFocus={() => document.querySelector<HTMLElement>(`[${ROW_OPENER}="${CSS.escape(shownId)}"]`)}
      actions={
        <>
          <IconButton
            size="sm"
            label={t('detail.previous')}
            icon={<ChevronLeft />}
            disabled={previous === undefined}
            onClick={() => previous !== undefined && onShow(previous)}
          />
          <IconButton
            size="sm"
            label={t('detail.next')}
            icon={<ChevronRight />}
            disabled={next === undefined}
            onClick={() => next !== undefined && onShow(next)}
          />
        </>
      }
      footer={
        detection &&
        may('TRIAGE') && (
          <>
            <Button
              variant="primary"
              disabled={updates.updating}
              onClick={() => void updates.update(detection.isClosed ? 'REOPEN' : 'CLOSE', { ids: [detection.id] })}
            >
              {t(detection.isClosed ? 'action.REOPEN' : 'detail.closeDetection')}
            </Button>
            <Button
              disabled={updates.updating}
              onClick={() => void updates.update(detection.isRead ? 'UNREAD' : 'READ', { ids: [detection.id] })}
            >
              {t(detection.isRead ? 'action.UNREAD' : 'action.READ')}
            </Button>
          </>
        )
      }
    >
      {detection ? (
        <div className="grid gap-7">
          <DetectionFacts
            key={detection.id}
            detection={detection}
            onShow={onShow}
            assignment={may('TRIAGE') && <Assignment detection={detection} assignees={assignees} updates={updates} />}
          />
          <History
            key={`history ${detection.id}`}
            detectionId={detection.id}
            version={`${detection.isRead} ${detection.isClosed} ${detection.assignee?.id ?? ''}`}
          />
        </div>
      ) : loading ? (
        <div className="grid gap-3">
          <VisuallyHidden live>{t('detail.loading')}</VisuallyHidden>
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-24 w-full" />
        </div>
      ) : error ? (
        <ErrorPanel
          title={t('failed.detail')}
          text={toUserMessage(error)}
          retryLabel={t('failed.retry')}
          onRetry={() => void refetch()}
        />
      ) : (
        <EmptyState title={t('detail.missing.title')} text={t('detail.missing.text')} />
      )}
    </Drawer>
  );
}
