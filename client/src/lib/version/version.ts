import * as z from 'zod/mini';

/** The server puts the `version` of the client's `version.json` into this header of every answer. */
export const VERSION_HEADER = 'X-Breachlight-Version';

const RELOADED_FOR_KEY = 'breachlight-reloaded-for';
const NOT_STAMPED = '%';

type UpgradeListener = () => void;

export interface VersionWatch {
  /** Learns which build the server has. */
  observe: (serverVersion: string | null) => void;
  /** Whether the server has another build than this page. */
  isStale: () => boolean;
  /** Calls the listener when the server has another build, at once if that is known already. */
  subscribe: (listener: UpgradeListener) => () => void;
  /** Reloads a stale page, once for each new build: a second time would be a loop. Says whether it does. */
  reloadIfStale: () => boolean;
  /** Asks the server for its version: after a lost connection has come back, or when a part of the page is missing. */
  check: () => Promise<void>;
  /** True once, on the first start after such a reload. */
  takeReloadNotice: () => boolean;
}

interface Environment {
  ownVersion: string | null;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  reload: () => void;
  /** Reads the version that the server has now; null when it does not answer. */
  fetchVersion: () => Promise<string | null>;
}

const markSchema = z.object({ version: z.string(), noticed: z.boolean() });
type Mark = z.infer<typeof markSchema>;

function readMark(storage: Environment['storage']): Mark | null {
  try {
    return z.parse(markSchema, JSON.parse(storage.getItem(RELOADED_FOR_KEY) ?? 'null'));
  } catch {
    return null;
  }
}

/** Notices that the server was upgraded under an open tab, and reloads the tab once. */
export function createVersionWatch({ ownVersion, storage, reload, fetchVersion }: Environment): VersionWatch {
  const stamped = ownVersion !== null && !ownVersion.startsWith(NOT_STAMPED);
  const listeners = new Set<UpgradeListener>();
  let serverVersion: string | null = null;

  const isStale = () => stamped && serverVersion !== null && serverVersion !== ownVersion;

  const reloadedAlready = () => readMark(storage)?.version === serverVersion;

  function reloadIfStale(): boolean {
    if (!isStale() || serverVersion === null || reloadedAlready()) return false;
    storage.setItem(RELOADED_FOR_KEY, JSON.stringify({ version: serverVersion, noticed: false } satisfies Mark));
    reload();
    return true;
  }

  function observe(version: string | null): void {
    if (!version || version === serverVersion) return;
    serverVersion = version;
    if (isStale() && !reloadedAlready()) for (const listener of listeners) listener();
  }

  return {
    observe,
    isStale,
    subscribe(listener) {
      listeners.add(listener);
      if (isStale() && !reloadedAlready()) listener();
      return () => listeners.delete(listener);
    },
    reloadIfStale,
    async check() {
      observe(await fetchVersion());
    },
    takeReloadNotice() {
      const mark = readMark(storage);
      if (!mark || mark.noticed) return false;
      storage.setItem(RELOADED_FOR_KEY, JSON.stringify({ ...mark, noticed: true }));
      return true;
    },
  };
}

const ownVersion = () => document.querySelector<HTMLMetaElement>('meta[name="breachlight-version"]')?.content ?? null;

async function fetchServerVersion(): Promise<string | null> {
  try {
    const response = await fetch('/version.json', { cache: 'no-store' });
    return z.parse(z.object({ version: z.string() }), await response.json()).version;
  } catch {
    return null;
  }
}

/** The watch of this tab. */
export const versionWatch = createVersionWatch({
  ownVersion: ownVersion(),
  storage: sessionStorage,
  reload: () => location.reload(),
  fetchVersion: fetchServerVersion,
});
