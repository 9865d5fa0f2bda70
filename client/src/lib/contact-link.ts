import { reportEvent } from '@/lib/analytics/report';

/** The subjects of spec §1, in every language, so that the operator's mailbox can be sorted by them. */
export type ContactSubject = 'Question' | 'Consultation' | 'Demo';

const EVENTS = { Question: 'contact', Consultation: 'consultation', Demo: 'demo' } as const;

/** What makes a link open a mail to the operator and tell the analytics of it. */
export const contactLink = (address: string, subject: ContactSubject) => ({
  href: `mailto:${address}?subject=${subject}`,
  onClick: () => reportEvent(EVENTS[subject]),
});
