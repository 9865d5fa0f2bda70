import { useTranslation } from 'react-i18next';
import {
  PrivacyPolicyDocument,
  TermsOfUseDocument,
  usePrivacyPolicyQuery,
  useTermsOfUseQuery,
} from '@/lib/content/legal.generated';
import { useContentOptions } from '@/lib/content/use-content-options';
import { LegalPage } from './legal-page';
import { legalText } from './legal-text';

/** Terms of use (spec §2). */
export function TermsOfUsePage() {
  const { t } = useTranslation('legal');
  const question = useTermsOfUseQuery(useContentOptions());
  const { data, client, variables } = question;
  const kept = client.readQuery({ query: TermsOfUseDocument, variables })?.termsOfUse?.Content ?? null;
  const content = data && (data.termsOfUse?.Content ?? null);
  return <LegalPage title={t('title.terms')} text={legalText(question, content, kept)} />;
}

/** Privacy policy (spec §2). */
export function PrivacyPage() {
  const { t } = useTranslation('legal');
  const question = usePrivacyPolicyQuery(useContentOptions());
  const { data, client, variables } = question;
  const kept = client.readQuery({ query: PrivacyPolicyDocument, variables })?.privacyPolicy?.Content ?? null;
  const content = data && (data.privacyPolicy?.Content ?? null);
  return <LegalPage title={t('title.privacy')} text={legalText(question, content, kept)} />;
}
