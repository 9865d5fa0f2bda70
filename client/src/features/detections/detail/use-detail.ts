import { useState } from 'react';
import {
  type DetectionHistoryQuery,
  type DetectionQuery,
  useDetectionHistoryQuery,
  useDetectionQuery,
} from '../detections.generated';

export type HistoryEvent = NonNullable<DetectionHistoryQuery['alertHistory']>['events'][number];
export type Note = NonNullable<HistoryEvent['note']>;
export type DetectionContext = NonNullable<DetectionQuery['alertContext']>;

export interface Detail {
  /** The detection whose content is shown: the last one while the detail slides out. */
  id: string;
  detection: ReturnType<typeof useDetectionQuery>;
  history: ReturnType<typeof useDetectionHistoryQuery>;
}

/**
 * Requests a detection, what is around it, and its history together, while the code of the detail loads. The id is empty if
 * none is open.
 */
export function useDetail(id: string): Detail {
  const [shown, setShown] = useState(id);
  if (id !== '' && id !== shown) setShown(id);
  const options = { variables: { id: shown }, skip: shown === '', fetchPolicy: 'cache-and-network' } as const;
  const detection = useDetectionQuery(options);
  const history = useDetectionHistoryQuery(options);
  // What somebody did to the detection is in its history.
  const alert = detection.data?.alert;
  const version = alert ? `${shown} ${alert.isRead} ${alert.isClosed} ${alert.assignee?.id ?? ''}` : '';
  const [seen, setSeen] = useState(version);
  if (seen !== version) {
    setSeen(version);
    if (seen.startsWith(`${shown} `)) void history.refetch();
  }
  return { id: shown, detection, history };
}
