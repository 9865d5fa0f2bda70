import { useState } from 'react';
import { toUserMessage } from '@/lib/graphql/errors';
import { refetchAccount } from '@/lib/session/sync-account';
import { toast } from '@/ui/feedback/toast';
import { useVerifyDomainMutation } from './domains.generated';

interface DomainCheck {
  /** Resolves to whether the domain is verified. */
  check: () => Promise<boolean>;
  checking: boolean;
  /** Problem found by the last check of the record. */
  problem: string | undefined;
}

/** Let the server check the TXT record of a domain. */
export function useDomainCheck(id: string): DomainCheck {
  const [send, { loading: checking }] = useVerifyDomainMutation();
  const [problem, setProblem] = useState<string>();

  const check = async () => {
    if (checking) return false;
    setProblem(undefined);
    try {
      const result = (await send({ variables: { id } })).data?.verifyDomain;
      if (result?.__typename === 'DomainSuccess') {
        toast('success', result.message);
        void refetchAccount();
        return true;
      }
      setProblem(toUserMessage(result));
    } catch (failure) {
      setProblem(toUserMessage(failure));
    }
    return false;
  };

  return { check, checking, problem };
}
