import { useSyncExternalStore } from 'react';
import { type SessionStore, sessionStore } from '@/lib/session/store';
import { Speedometer } from './speed';
import { startTransfer, type Transfer, type TransferProblem } from './transfer';

/** How many files are sent at once; others wait. */
const MOST_AT_ONCE = 2;
const UPDATE_MILLISECONDS = 250;

type TransferState = 'waiting' | 'sending' | 'retrying' | 'paused' | 'failed' | 'complete';

/** A file that this tab sends, or has sent. */
export interface TransferRow {
  /** Id in this tab. */
  key: string;
  /** Id on the server; null before it answered. */
  uploadId: string | null;
  name: string;
  size: number;
  sent: number;
  /** Bytes per second; null if unknown. */
  speed: number | null;
  state: TransferState;
  problem: TransferProblem | null;
}

interface Entry {
  row: TransferRow;
  file: File;
  speed: Speedometer;
  transfer: Transfer | null;
  /** Number of the present attempt; events of former ones count no more. */
  attempt: number;
}

const ENDED = new Set<TransferState>(['complete', 'failed', 'paused']);

/**
 * The uploads of this tab. They continue on other pages and end with the session. Leaving the application while one is
 * running asks first.
 */
export class Transfers {
  #entries = new Map<string, Entry>();
  #rows: readonly TransferRow[] = [];
  #listeners = new Set<() => void>();
  #owner: string | undefined;
  #lastUpdate = 0;
  readonly #start: typeof startTransfer;
  readonly #now: () => number;

  constructor(session: Pick<SessionStore, 'subscribe' | 'read'>, start = startTransfer, now = () => performance.now()) {
    this.#start = start;
    this.#now = now;
    this.#owner = session.read().account?.user.email;
    session.subscribe(({ current }) => {
      const email = current.account?.user.email;
      if (!current.loggedIn) this.#stopAll();
      else if (email !== this.#owner) {
        // Files of somebody else.
        this.#stopAll();
        this.#entries.clear();
        this.#owner = email;
        this.#publish();
      }
    });
    addEventListener('online', () => this.#resumeDisconnected());
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly rows = (): readonly TransferRow[] => this.#rows;

  /** Sends a file; `uploadId` is that of an unfinished upload of it. */
  add(file: File, uploadId: string | null = null, received = 0): void {
    const key = crypto.randomUUID();
    const row: TransferRow = {
      key,
      uploadId,
      name: file.name,
      size: file.size,
      sent: received,
      speed: null,
      state: 'waiting',
      problem: null,
    };
    this.#entries.set(key, { row, file, speed: new Speedometer(), transfer: null, attempt: 0 });
    this.#fill();
  }

  pause(key: string): void {
    this.#stop(key, { state: 'paused', speed: null, problem: null });
  }

  /** Continues a paused or failed upload. */
  resume(key: string): void {
    this.#change(key, { state: 'waiting', problem: null });
    this.#fill();
  }

  /** Stops an upload and forgets it; resolves when nothing is sent any more. */
  async remove(key: string): Promise<void> {
    const entry = this.#entries.get(key);
    this.#entries.delete(key);
    this.#fill();
    await entry?.transfer?.stop();
  }

  #stop(key: string, change: Partial<TransferRow>): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    void entry.transfer?.stop();
    entry.transfer = null;
    entry.attempt += 1;
    entry.speed.reset();
    this.#change(key, change);
    this.#fill();
  }

  #stopAll(): void {
    for (const [key, { row }] of this.#entries)
      if (!ENDED.has(row.state)) this.#stop(key, { state: 'failed', speed: null, problem: 'sessionEnded' });
  }

  #resumeDisconnected(): void {
    for (const [key, { row }] of this.#entries)
      if (row.problem === 'connection' && row.state === 'failed') this.resume(key);
  }

  /** Starts waiting uploads as far as there is room. */
  #fill(): void {
    const entries = [...this.#entries.values()];
    let running = entries.filter(({ transfer }) => transfer !== null).length;
    for (const entry of entries) {
      if (entry.row.state !== 'waiting' || running >= MOST_AT_ONCE) continue;
      running += 1;
      this.#send(entry);
    }
    this.#publish();
  }

  #send(entry: Entry): void {
    const { key } = entry.row;
    entry.attempt += 1;
    const { attempt } = entry;
    const isCurrent = () => entry.attempt === attempt && this.#entries.get(key) === entry;
    const end = (change: Partial<TransferRow>) => {
      if (!isCurrent()) return;
      entry.transfer = null;
      this.#change(key, { speed: null, ...change });
      this.#fill();
    };
    entry.row = { ...entry.row, state: 'sending', problem: null };
    entry.transfer = this.#start(entry.file, entry.row.uploadId, {
      onId: (uploadId) => isCurrent() && this.#change(key, { uploadId }),
      onProgress: (sent) => {
        if (!isCurrent()) return;
        const now = this.#now();
        entry.speed.note(sent, now);
        entry.row = { ...entry.row, sent, speed: entry.speed.get(), state: 'sending', problem: null };
        if (now - this.#lastUpdate >= UPDATE_MILLISECONDS) this.#publish();
      },
      onRetry: (problem) => {
        entry.speed.reset();
        if (isCurrent()) this.#change(key, { state: 'retrying', speed: null, problem });
      },
      onFailure: (problem) => end({ state: 'failed', problem }),
      onComplete: () => end({ state: 'complete', sent: entry.row.size, problem: null }),
    });
  }

  #change(key: string, change: Partial<TransferRow>): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    entry.row = { ...entry.row, ...change };
    this.#publish();
  }

  #publish(): void {
    this.#lastUpdate = this.#now();
    this.#rows = [...this.#entries.values()].map(({ row }) => row);
    const isBusy = this.#rows.some(({ state }) => !ENDED.has(state));
    removeEventListener('beforeunload', warn);
    if (isBusy) addEventListener('beforeunload', warn);
    for (const listener of this.#listeners) listener();
  }
}

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

export const transfers = new Transfers(sessionStore);

export const useTransfers = (): readonly TransferRow[] => useSyncExternalStore(transfers.subscribe, transfers.rows);
