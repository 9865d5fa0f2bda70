import * as z from 'zod/mini';

/** Response header with the `version` from the client's `version.json`. */
export const VERSION_HEADER = 'X-Breachlight-Version';

const RELOADED_FOR_KEY = 'breachlight-reloaded-for';
const NOT_STAMPED = '%';

type UpgradeListener = () => void;

export interface VersionWatch {
  /** Records the build of the server. */
  observe: (serverVersion: string | null) => void;
  /** Whether the server has a different build than this page. */
  isStale: () => boolean;
  /** Calls the listener once the server has a different build; immediately if already known. */
  subscribe: (listener: UpgradeListener) => () => void;
  /** Reloads a stale page, only once per build to avoid loops. Returns whether it reloads. */
  reloadIfStale: () => boolean;
  /** Fetches the server version, after a reconnect or a missing chunk. */
  check: () => Promise<void>;
  /** True once after such a reload. */
  takeReloadNotice: () => boolean;
}

interface Environment {
  ownVersion: string | null;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  reload: () => void;
  /** Fetches the current server version; null without a response. */
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

/** Detects server upgrades and reloads the tab once. */
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

/** Version monitor of this tab. */
export const versionWatch = createVersionWatch({
  ownVersion: ownVersion(),
  storage: sessionStorage,
  reload: () => location.reload(),
  fetchVersion: fetchServerVersion,
});
