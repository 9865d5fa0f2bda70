import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toUserMessage } from '@/lib/graphql/errors';
import type { Account } from '@/lib/session/session';
import { sessionStore } from '@/lib/session/store';
import { toast } from '@/ui/feedback/toast';
import { type AddedDomainFragment, useCheckFirstDomainMutation } from './organization-steps.generated';

export type StoredDomain = Account['domains'][number];

/** Replace a domain of the stored account with its state from the server. */
export function storeDomain({ domain }: AddedDomainFragment): void {
  const kept: StoredDomain = {
    id: domain.id,
    domain: domain.domain,
    domain_txt: domain.domainTxt,
    domain_txt_secret: domain.domainTxtSecret,
    is_enabled: domain.isEnabled,
    is_verified: domain.isVerified,
  };
  const others = (sessionStore.read().account?.domains ?? []).filter(({ id }) => id !== kept.id);
  sessionStore.dispatch({ kind: 'account-updated', update: { domains: [...others, kept] } });
}

interface DomainCheck {
  check: () => Promise<void>;
  checking: boolean;
  /** Problem found by the last check of the record. */
  problem: string | undefined;
}

/** Let the server check the TXT record of a domain, and update the stored account once it is found. */
export function useDomainCheck(id: string): DomainCheck {
  const { t } = useTranslation('registration');
  const [send, { loading: checking }] = useCheckFirstDomainMutation({ fetchPolicy: 'no-cache' });
  const [problem, setProblem] = useState<string>();

  const check = async () => {
    if (checking) return;
    setProblem(undefined);
    try {
      const { data } = await send({ variables: { id } });
      const result = data?.verifyDomain;
      if (result?.__typename !== 'DomainSuccess') {
        setProblem(toUserMessage(result));
        return;
      }
      storeDomain(result);
      if (!result.domain.isVerified) setProblem(t('domain.notYet'));
    } catch (error) {
      const message = toUserMessage(error);
      setProblem(message);
      toast('error', message, { flow: 'account' });
    }
  };

  return { check, checking, problem };
}
