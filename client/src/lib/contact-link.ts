import { reportEvent } from '@/lib/analytics/report';

/** Subjects (spec §1), not translated, so that the operator can filter by them. */
export type ContactSubject = 'Question' | 'Consultation' | 'Demo';

const EVENTS = { Question: 'contact', Consultation: 'consultation', Demo: 'demo' } as const;

/** Props of a mailto link to the operator that reports to analytics. */
export const contactLink = (address: string, subject: ContactSubject) => ({
  href: `mailto:${address}?subject=${subject}`,
  onClick: () => reportEvent(EVENTS[subject]),
});
