import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showFieldErrors } from '@/lib/field-errors';
import { toUserMessage } from '@/lib/graphql/errors';
import { useHumanVerification } from '@/lib/human-verification/human-verification';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { TextField } from '@/ui/text-field';
import { useRequestMagicLinkMutation } from './login.generated';
import { StepHeading } from './step-heading';
import { useProblem } from './use-problem';

interface MagicLinkRequestProps {
  email: string;
  onPasswordWanted: (email: string) => void;
}

/** Asks for a mailed link that logs in; the answer is the same for every address. */
export function MagicLinkRequest({ email, onPasswordWanted }: MagicLinkRequestProps) {
  const { t } = useTranslation('session');
  const [sentTo, setSentTo] = useState<string>();
  const human = useHumanVerification();
  const { problem, fail, clear } = useProblem();
  const [requestMagicLink] = useRequestMagicLinkMutation({ context: { anonymous: true }, fetchPolicy: 'no-cache' });
  const { register, handleSubmit, getValues, setError, setFocus, formState } = useForm({ defaultValues: { email } });
  const { errors, isSubmitting } = formState;

  useEffect(() => {
    if (sentTo === undefined) setFocus('email');
    else document.querySelector<HTMLElement>('h1')?.focus();
  }, [sentTo, setFocus]);

  const submit = handleSubmit(async (typed) => {
    clear();
    try {
      const cfTurnstileResponse = human.take();
      const { data } = await requestMagicLink({ variables: { input: { ...typed, cfTurnstileResponse } } });
      const answer = data?.requestMagicLink;
      if (answer?.__typename === 'MessageSuccess') setSentTo(typed.email);
      else if (answer?.__typename !== 'ValidationProblem' || !showFieldErrors(setError, answer.fieldErrors, ['email']))
        fail(toUserMessage(answer));
    } catch (error) {
      fail(toUserMessage(error));
    } finally {
      human.reset();
    }
  });

  const toPassword = () => onPasswordWanted(getValues('email'));
  if (sentTo !== undefined) {
    return (
      <>
        <StepHeading text={t('magicLink.sentText')}>{t('checkEmail.title')}</StepHeading>
        <Button size="lg" fullWidth onClick={toPassword}>
          {t('magicLink.toPassword')}
        </Button>
      </>
    );
  }
  return (
    <>
      <StepHeading text={t('magicLink.requestText')}>{t('magicLink.requestHeading')}</StepHeading>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
        <TextField
          label={t('login.email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          controlSize="lg"
          error={errors.email?.message}
          {...register('email')}
        />
        {human.widget}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          fullWidth
          loadingLabel={isSubmitting ? t('magicLink.sending') : undefined}
        >
          {t('magicLink.send')}
        </Button>
      </form>
      <p className="-ml-3.5">
        <Button variant="ghost" icon={<ArrowLeft aria-hidden="true" className="size-4" />} onClick={toPassword}>
          {t('magicLink.toPassword')}
        </Button>
      </p>
    </>
  );
}
