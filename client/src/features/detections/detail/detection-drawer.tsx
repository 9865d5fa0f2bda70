import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '@/lib/format';
import { usePermissions } from '@/lib/session/permissions';
import { Badge } from '@/ui/display/badge';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { Drawer } from '@/ui/overlay/drawer';
import { ROW_OPENER } from '@/ui/table/row-keys';
import { subjectLabel } from '../labels';
import type { Assignee } from '../list/search-query';
import type { DetectionUpdates } from '../triage/use-update-detections';
import { DetailBody } from './detail-body';
import type { Detail } from './use-detail';

interface DetectionDrawerProps {
  /** Empty when closed. */
  id: string;
  detail: Detail;
  /** Row ids in list order, for previous and next. */
  order: readonly string[];
  assignees: readonly Assignee[];
  updates: DetectionUpdates;
  onShow: (id: string) => void;
  onClose: () => void;
}

/** Detail of one detection. The URL contains its id, so the drawer survives a reload. */
export function DetectionDrawer({ id, detail, order, assignees, updates, onShow, onClose }: DetectionDrawerProps) {
  const { t, i18n } = useTranslation('detections');
  const may = usePermissions();
  const shownId = detail.id;
  const detection = detail.detection.data?.alert;

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
      description={
        detection && (
          <span className="flex flex-wrap items-center gap-2">
            {t('detail.detected', { datetime: formatDateTime(detection.datetime, i18n.language) })}
            {detection.isClosed && <Badge>{t('state.closed')}</Badge>}
            {detection.retractedAt !== null && <Badge tone="warning">{t('state.retracted')}</Badge>}
            {detection.erasedAt !== null && <Badge tone="info">{t('state.erased')}</Badge>}
          </span>
        )
      }
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
      <DetailBody detail={detail} assignees={assignees} updates={updates} onShow={onShow} />
    </Drawer>
  );
}
