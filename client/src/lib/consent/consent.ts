import { useSyncExternalStore } from 'react';

/** Cookie consent; null before a choice. */
export type Consent = 'all' | 'necessary' | null;

/** Cookie name (spec §3); `true` accepts all, `false` only necessary cookies. */
const COOKIE = 'CookieConsent';
/** Spec §9: 365 days. */
const SECONDS_KEPT = 365 * 24 * 60 * 60;
const CHANNEL = 'breachlight-consent';

interface ConsentState {
  consent: Consent;
  /** Whether the banner is open: before a choice, or to change it. */
  asked: boolean;
}

function storedConsent(): Consent {
  const value = document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);
  if (value === 'true') return 'all';
  return value === 'false' ? 'necessary' : null;
}

let state: ConsentState | null = null;
const listeners = new Set<() => void>();
let channel: BroadcastChannel | null = null;

function read(): ConsentState {
  if (state === null) {
    const consent = storedConsent();
    state = { consent, asked: consent === null };
  }
  return state;
}

function become(next: ConsentState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Follows choices in other tabs. The message contains the choice, because the cookie may arrive later. */
function connect(): BroadcastChannel {
  const connected = new BroadcastChannel(CHANNEL);
  connected.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'all' || data === 'necessary') become({ consent: data, asked: false });
  });
  return connected;
}

/** Subscribes to choices in this and other tabs; returns an unsubscribe function. */
export const onConsentChange = (listener: () => void): (() => void) => {
  channel ??= connect();
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Current consent. */
export const currentConsent = (): Consent => read().consent;

/** Consent and banner state. */
export const useConsent = (): ConsentState => useSyncExternalStore(onConsentChange, read);

/** Stores a choice for 365 days and notifies other tabs (spec §4). */
export function chooseConsent(consent: 'all' | 'necessary'): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${COOKIE}=${consent === 'all'}; Path=/; Max-Age=${SECONDS_KEPT}; SameSite=Lax${secure}`;
  become({ consent, asked: false });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels are limited to the same origin
  channel?.postMessage(consent);
}

/** Reopens the banner, to change the choice. */
export const reopenConsent = (): void => become({ ...read(), asked: true });
