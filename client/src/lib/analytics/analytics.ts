import { sessionStore } from '@/lib/session/store';
import { reportablePath, reportableText } from './redaction';
import { type Report, reportEvent, reportPageView, sendReportsTo } from './report';

declare global {
  interface Window {
    /** What Google's script reads and empties; it is there only after the visitor's consent. */
    dataLayer?: IArguments[];
    trustedTypes?: {
      createPolicy: (
        name: string,
        rules: { createScriptURL: (url: string) => string },
      ) => {
        createScriptURL: (url: string) => string;
      };
    };
  }
}

const SCRIPT = 'https://www.googletagmanager.com/gtag/js';
const MEASUREMENT_ID = /^G-[A-Z0-9]{4,20}$/;
const COOKIE_OF_ANALYTICS = /^_ga(?:_|$)/;

/** Analytics was allowed by the visitor, but the operator has given no measurement id (spec §7). */
export class MissingMeasurementIdError extends Error {
  override name = 'MissingMeasurementIdError';

  constructor() {
    super('Analytics has no measurement id. The operator sets BREACHLIGHT_ANALYTICS_ID.');
  }
}

let script: HTMLScriptElement | null = null;
let lastPage: string | null = null;
let policy: ReturnType<NonNullable<Window['trustedTypes']>['createPolicy']> | undefined;

/** Google's own way in: it takes the arguments of a call as they are, and no list. */
// oxlint-disable-next-line eslint/no-unused-vars -- what it is called with is read by name `arguments`.
function gtag(..._call: readonly unknown[]): void {
  // oxlint-disable-next-line eslint/prefer-rest-params -- as said above.
  window.dataLayer?.push(arguments);
}

const silence = (id: string, silent: boolean) => Object.assign(window, { [`ga-disable-${id}`]: silent });

/** Where the visitor is, as far as it may be told; the script would else take the address with all that is in it. */
function place(): { page: string; parameters: Record<string, string> } {
  const page = reportablePath(location.hash);
  return {
    page,
    parameters: {
      page_location: `${location.origin}/#${page}`,
      page_title: reportableText(document.title),
      page_referrer: '',
    },
  };
}

function send({ name, parameters }: Report): void {
  const here = place();
  // A page that is shown again is no second view.
  if (name === 'page_view' && here.page === lastPage) return;
  if (name === 'page_view') lastPage = here.page;
  const texts = Object.entries(parameters).map(([key, text]) => [key, reportableText(text)]);
  gtag('set', here.parameters);
  gtag('event', name, { ...Object.fromEntries(texts), ...here.parameters });
}

function load(id: string): HTMLScriptElement {
  const element = document.createElement('script');
  const address = `${SCRIPT}?id=${id}`;
  // The one address that a page of ours may ever load a script from beside its own (content security policy).
  policy ??= window.trustedTypes?.createPolicy('breachlight-analytics', { createScriptURL: (url) => url });
  element.async = true;
  element.src = policy?.createScriptURL(address) ?? address;
  document.head.append(element);
  return element;
}

/**
 * Begins to report: page views, log-ins and the events of `report.ts`. To be called after the visitor's consent only; nothing of
 * the service is loaded before. Returns what ends it.
 *
 * @throws {MissingMeasurementIdError} when there is no measurement id.
 */
export function startAnalytics(id: string): () => void {
  if (!MEASUREMENT_ID.test(id)) throw new MissingMeasurementIdError();
  silence(id, false);
  if (script === null) {
    window.dataLayer = [];
    gtag('js', new Date());
    gtag('consent', 'default', { analytics_storage: 'granted', ...ADVERTISING_DENIED });
    gtag('config', id, { send_page_view: false, allow_google_signals: false, ...place().parameters });
    script = load(id);
  }
  sendReportsTo(send);
  reportPageView();
  const unsubscribe = sessionStore.subscribe(({ previous, current, foreign }) => {
    if (!foreign && !previous.loggedIn && current.loggedIn) reportEvent('login');
  });
  return () => {
    unsubscribe();
    sendReportsTo(null);
    // Google's documented way to keep a script silent that a page has loaded.
    silence(id, true);
    lastPage = null;
    forgetVisitor();
  };
}

const ADVERTISING_DENIED = { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied' };

/** Takes away the cookies by which the service knows a visitor again; it sets them for the widest domain that it may. */
function forgetVisitor(): void {
  const labels = location.hostname.split('.');
  const domains = ['', ...labels.map((_, index) => `; Domain=${labels.slice(index).join('.')}`)];
  const names = document.cookie.split('; ').map((cookie) => cookie.split('=')[0] ?? '');
  for (const name of names.filter((cookie) => COOKIE_OF_ANALYTICS.test(cookie)))
    for (const domain of domains) document.cookie = `${name}=; Path=/; Max-Age=0${domain}`;
}
