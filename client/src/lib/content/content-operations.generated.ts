export const operationNames: ReadonlySet<string> = new Set(['ContentLocales', 'Footer', 'Homepage', 'PrivacyPolicy', 'TermsOfUse']);
