import { useSyncExternalStore } from 'react';

/** What a visitor has agreed to: everything, or what the product cannot do without; null before a choice. */
export type Consent = 'all' | 'necessary' | null;

/** The cookie of spec §3: `true` for all, `false` for the necessary alone. */
const COOKIE = 'CookieConsent';
/** Spec §9: 365 days. */
const SECONDS_KEPT = 365 * 24 * 60 * 60;
const CHANNEL = 'breachlight-consent';

interface ConsentState {
  consent: Consent;
  /** Whether the question is on the screen: before a choice, and when somebody wants to change theirs. */
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

/** Hears the answers given in other tabs. The message holds the answer: the cookie may reach this tab later than it does. */
function connect(): BroadcastChannel {
  const connected = new BroadcastChannel(CHANNEL);
  connected.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'all' || data === 'necessary') become({ consent: data, asked: false });
  });
  return connected;
}

/** Calls back whenever the visitor chooses, here or in another tab; returns what ends it. */
export const onConsentChange = (listener: () => void): (() => void) => {
  channel ??= connect();
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What the visitor has agreed to so far. */
export const currentConsent = (): Consent => read().consent;

/** What the visitor has agreed to, here or in another tab, and whether they are being asked. */
export const useConsent = (): ConsentState => useSyncExternalStore(onConsentChange, read);

/** Keeps a choice for 365 days, and tells the other tabs (spec §4). */
export function chooseConsent(consent: 'all' | 'necessary'): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${COOKIE}=${consent === 'all'}; Path=/; Max-Age=${SECONDS_KEPT}; SameSite=Lax${secure}`;
  become({ consent, asked: false });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone.
  channel?.postMessage(consent);
}

/** Asks again: a choice can be changed at any time. */
export const reopenConsent = (): void => become({ ...read(), asked: true });
