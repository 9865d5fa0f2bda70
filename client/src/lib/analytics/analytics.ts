import { sessionStore } from '@/lib/session/store';
import { reportablePath, reportableText } from './redaction';
import { type Report, reportEvent, reportPageView, sendReportsTo } from './report';

declare global {
  interface Window {
    /** Queue of Google's script; exists only after consent. */
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

/** The visitor consented, but the operator has set no measurement id (spec §7). */
export class MissingMeasurementIdError extends Error {
  override name = 'MissingMeasurementIdError';

  constructor() {
    super('Analytics has no measurement id. The operator sets BREACHLIGHT_ANALYTICS_ID.');
  }
}

let script: HTMLScriptElement | null = null;
let lastPage: string | null = null;
let policy: ReturnType<NonNullable<Window['trustedTypes']>['createPolicy']> | undefined;

/** Google's command function, which requires the `arguments` object. */
// oxlint-disable-next-line eslint/no-unused-vars -- read through `arguments`
function gtag(..._call: readonly unknown[]): void {
  // oxlint-disable-next-line eslint/prefer-rest-params -- see above
  window.dataLayer?.push(arguments);
}

const silence = (id: string, silent: boolean) => Object.assign(window, { [`ga-disable-${id}`]: silent });

/** Redacted page location; the script would otherwise send the full URL. */
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
  // Do not count a re-render as a second view.
  if (name === 'page_view' && here.page === lastPage) return;
  if (name === 'page_view') lastPage = here.page;
  const texts = Object.entries(parameters).map(([key, text]) => [key, reportableText(text)]);
  gtag('set', here.parameters);
  gtag('event', name, { ...Object.fromEntries(texts), ...here.parameters });
}

function load(id: string): HTMLScriptElement {
  const element = document.createElement('script');
  const address = `${SCRIPT}?id=${id}`;
  // The only external script source that the content security policy allows.
  policy ??= window.trustedTypes?.createPolicy('breachlight-analytics', { createScriptURL: (url) => url });
  element.async = true;
  element.src = policy?.createScriptURL(address) ?? address;
  document.head.append(element);
  return element;
}

/**
 * Starts reporting page views, logins and the events of `report.ts`. Call only after consent; nothing is loaded before. Returns
 * a stop function.
 *
 * @throws {MissingMeasurementIdError} if there is no measurement id.
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
    // Google's documented opt-out for a loaded script.
    silence(id, true);
    lastPage = null;
    forgetVisitor();
  };
}

const ADVERTISING_DENIED = { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied' };

/** Deletes the service's cookies, which it sets on the widest possible domain. */
function forgetVisitor(): void {
  const labels = location.hostname.split('.');
  const domains = ['', ...labels.map((_, index) => `; Domain=${labels.slice(index).join('.')}`)];
  const names = document.cookie.split('; ').map((cookie) => cookie.split('=')[0] ?? '');
  for (const name of names.filter((cookie) => COOKIE_OF_ANALYTICS.test(cookie)))
    for (const domain of domains) document.cookie = `${name}=; Path=/; Max-Age=0${domain}`;
}
