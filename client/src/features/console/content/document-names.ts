/** Documents in the order in which they are listed. */
export const DOCUMENT_NAMES = ['HOMEPAGE', 'FOOTER', 'TERMS_OF_USE', 'PRIVACY_POLICY', 'PLAYBOOKS', 'MALWARE'] as const;
