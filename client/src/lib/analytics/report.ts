/** What is reported of a visit: names of acts and of pages, never what somebody typed. */
export interface Report {
  name: string;
  parameters: Readonly<Record<string, string>>;
}

let receiver: ((report: Report) => void) | null = null;

/** Says where reports go; null ends it. Nobody but `analytics.ts` does so, after the visitor's consent. */
export function sendReportsTo(next: ((report: Report) => void) | null): void {
  receiver = next;
}

/**
 * Reports that somebody has done something, as in `login` or `contact`. Before the visitor's consent, and after its end, nothing
 * happens: what is not reported at once is forgotten.
 */
export const reportEvent = (name: string, parameters: Report['parameters'] = {}): void =>
  receiver?.({ name, parameters });

/** Reports that another page is shown. */
export const reportPageView = (): void => reportEvent('page_view');
