import type { Tone } from '@/ui/display/badge';
import type { IngestRunFragment } from '../ingestion.generated';

export type Run = IngestRunFragment;

const TONES: Readonly<Record<Run['state'], Tone>> = {
  WAITING: 'neutral',
  RUNNING: 'accent',
  PAUSED: 'neutral',
  HELD: 'warning',
  DONE: 'success',
  REFUSED: 'danger',
  FAILED: 'danger',
  CANCELLED: 'neutral',
};

/** What a run is shown as: its state, or what was asked of it. */
export const shownState = ({ state, requested }: Run) =>
  requested === null || state !== 'RUNNING' ? state : requested === 'PAUSE' ? 'PAUSING' : 'CANCELLING';

export const toneOf = ({ state }: Run): Tone => TONES[state];

/** Whether its figures still change. */
export const isOpen = ({ state }: Run): boolean =>
  state === 'WAITING' || state === 'RUNNING' || state === 'PAUSED' || state === 'HELD';

/** Whether its file is still read for the first time, to find out whether it is new. That takes minutes if it's large. */
export const isBeingChecked = ({ state, fileId, bytesRead }: Run): boolean =>
  state === 'RUNNING' && fileId === null && bytesRead === 0;
