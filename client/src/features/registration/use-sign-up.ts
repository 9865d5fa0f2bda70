import type { UseFormReturn } from 'react-hook-form';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type HumanVerification, useHumanVerification } from '@/lib/human-verification/human-verification';
import { storedAccount, storedTokens } from '@/lib/session/mappers';
import { sessionStore } from '@/lib/session/store';
import {
  type RegisteredFragment,
  useRegisterIndividualMutation,
  useRegisterOrganizationMutation,
} from './registration.generated';
import type { SignUpKind, SignUpValues } from './sign-up-values';
import { trimValues } from './trim-values';
import { useFormProblem } from './use-form-problem';

const PERSON = ['firstName', 'lastName', 'email', 'phone', 'country', 'password', 'verifyPassword'] as const;
const INPUTS = { individual: PERSON, company: ['companyName', ...PERSON] } as const;
const OPTIONS = { context: { anonymous: true }, fetchPolicy: 'no-cache' } as const;

export interface SignUp {
  form: UseFormReturn<SignUpValues>;
  human: HumanVerification;
  problem: string | undefined;
  submit: () => Promise<void>;
}

/**
 * Sign-up form of one account type, filled with the values typed so far. Once the server accepts it, the session begins and the
 * page continues automatically. `addressToken` is of the link that verified the address.
 */
export function useSignUp(kind: SignUpKind, typed: SignUpValues, addressToken: string | undefined): SignUp {
  const { i18n } = useTranslation();
  const [registerIndividual] = useRegisterIndividualMutation(OPTIONS);
  const [registerOrganization] = useRegisterOrganizationMutation(OPTIONS);
  const human = useHumanVerification();
  const form = useForm<SignUpValues>({ defaultValues: typed });
  const { problem, clear, show } = useFormProblem<SignUpValues>(form.setError, INPUTS[kind]);

  const send = async (values: SignUpValues): Promise<RegisteredFragment | undefined> => {
    const { password, verifyPassword, ...others } = values;
    const { companyName, ...person } = trimValues(others);
    const cfTurnstileResponse = human.take();
    const input = { ...person, password, verifyPassword, language: i18n.language, cfTurnstileResponse, addressToken };
    if (kind === 'individual') return (await registerIndividual({ variables: { input } })).data?.registerIndividual;
    return (await registerOrganization({ variables: { input: { ...input, companyName } } })).data?.registerOrganization;
  };

  const submit = form.handleSubmit(async (values) => {
    clear();
    try {
      const result = await send(values);
      if (result?.__typename === 'LoginSuccess') {
        const { tokens, account } = result;
        sessionStore.dispatch({
          kind: 'logged-in',
          tokens: storedTokens(tokens),
          account: storedAccount(account),
        });
        return;
      }
      show(result);
    } catch (error) {
      show(error);
    }
    human.reset();
  });

  return { form, human, problem, submit };
}
