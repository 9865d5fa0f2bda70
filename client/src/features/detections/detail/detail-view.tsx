import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '@/lib/format';
import { usePermissions } from '@/lib/session/permissions';
import { Badge } from '@/ui/display/badge';
import { EmptyState } from '@/ui/feedback/empty-state';
import { AllClear } from '@/ui/feedback/illustrations';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { Drawer } from '@/ui/overlay/drawer';
import { rowOpener } from '@/ui/table/row-keys';
import { subjectLabel } from '../labels';
import type { Assignee } from '../list/search-query';
import type { DetectionUpdates } from '../triage/use-update-detections';
import { DetailBody } from './detail-body';
import { DetailPane } from './detail-pane';
import type { Detail } from './use-detail';
import type { Steps } from './use-steps';

interface DetailViewProps {
  /** Empty when closed. */
  id: string;
  detail: Detail;
  steps: Steps;
  /** Pane of the split view instead of a drawer. */
  isSplit: boolean;
  assignees: readonly Assignee[];
  updates: DetectionUpdates;
  onShow: (id: string) => void;
  onClose: () => void;
}

/** Detail of one detection. The URL contains its id, so it survives a reload. */
export function DetailView(props: DetailViewProps) {
  const { id, detail, steps, isSplit, assignees, updates, onShow, onClose } = props;
  const { t, i18n } = useTranslation(['detections', 'detection']);
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

  const frame = {
    title: steps.hasEnded
      ? t('detection:detail.ended.title')
      : ((detection && subjectLabel(detection)) ?? t('detection:detail.fallbackTitle')),
    description: detection && !steps.hasEnded && (
      <span className="flex flex-wrap items-center gap-2">
        {t('detection:detail.detected', { datetime: formatDateTime(detection.datetime, i18n.language) })}
        {detection.isClosed && <Badge>{t('state.closed')}</Badge>}
        {detection.retractedAt !== null && <Badge tone="warning">{t('state.retracted')}</Badge>}
        {detection.erasedAt !== null && <Badge tone="info">{t('state.erased')}</Badge>}
      </span>
    ),
    closeLabel: t('detection:detail.close'),
    actions: (
      <>
        <IconButton
          size="sm"
          label={t('detection:detail.previous')}
          icon={<ChevronLeft className="rtl:-scale-x-100" />}
          disabled={!steps.hasPrevious}
          onClick={() => void steps.step(-1)}
        />
        <IconButton
          size="sm"
          label={t('detection:detail.next')}
          icon={<ChevronRight className="rtl:-scale-x-100" />}
          disabled={!steps.hasNext || steps.hasEnded}
          onClick={() => void steps.step(1)}
        />
      </>
    ),
    footer: detection && mayTriage && !steps.hasEnded && (
      <>
        {detection.isClosed ? (
          <Button
            variant="primary"
            disabled={updates.updating}
            onClick={() => void updates.update('REOPEN', { ids: [detection.id] })}
          >
            {t('action.REOPEN')}
          </Button>
        ) : (
          <>
            <Button variant="primary" disabled={updates.updating} onClick={() => void steps.closeAndNext()}>
              {t('detection:detail.closeAndNext')}
            </Button>
            <Button disabled={updates.updating} onClick={() => void updates.update('CLOSE', { ids: [detection.id] })}>
              {t('detection:detail.closeDetection')}
            </Button>
          </>
        )}
        <Button
          disabled={updates.updating}
          onClick={() => void updates.update(detection.isRead ? 'UNREAD' : 'READ', { ids: [detection.id] })}
        >
          {t(detection.isRead ? 'action.UNREAD' : 'action.READ')}
        </Button>
      </>
    ),
    children: steps.hasEnded ? (
      <EmptyState
        illustration={<AllClear />}
        title={t('detection:detail.ended.title')}
        text={t('detection:detail.ended.text')}
        action={<Button onClick={onClose}>{t('detection:detail.ended.back')}</Button>}
      />
    ) : (
      <DetailBody detail={detail} assignees={assignees} updates={updates} onShow={onShow} />
    ),
  };
  if (isSplit) return id === '' ? null : <DetailPane {...frame} id={id} onClose={onClose} />;
  return (
    <Drawer
      {...frame}
      open={id !== ''}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      returnFocus={() => rowOpener(shownId)}
    />
  );
}
