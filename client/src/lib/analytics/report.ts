/** Reported events: actions and pages, never user input. */
export interface Report {
  name: string;
  parameters: Readonly<Record<string, string>>;
}

let receiver: ((report: Report) => void) | null = null;

/** Sets the receiver of reports, or none (null). Only `analytics.ts` calls it, after consent. */
export function sendReportsTo(next: ((report: Report) => void) | null): void {
  receiver = next;
}

/**
 * Reports an action such as `login` or `contact`. Without consent, the report is dropped.
 */
export const reportEvent = (name: string, parameters: Report['parameters'] = {}): void =>
  receiver?.({ name, parameters });

/** Reports a page view. */
export const reportPageView = (): void => reportEvent('page_view');
