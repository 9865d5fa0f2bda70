import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toUserMessage } from '@/lib/graphql/errors';
import type { MessageAnswerFragment } from '@/lib/graphql/message-answer.generated';
import { useHumanVerification } from '@/lib/human-verification/human-verification';
import { Callout } from '@/ui/feedback/callout';
import { Button } from '@/ui/form/button';
import { TextField } from '@/ui/form/text-field';

interface AddressFormProps {
  /** Send the form. */
  send: (input: {
    email: string;
    language: string;
    cfTurnstileResponse: string | null;
  }) => Promise<MessageAnswerFragment | undefined>;
  label: string;
  /** Further fields. */
  children?: ReactNode;
}

interface State {
  busy?: boolean;
  /** Server's message, the same for every address. */
  sent?: string;
  invalid?: string | undefined;
  problem?: string;
}

/** Form for an address that gets an email; once sent, the server's message takes its place. */
export function AddressForm({ send, label, children }: AddressFormProps) {
  const { t, i18n } = useTranslation('lookups');
  const human = useHumanVerification();
  const [email, setEmail] = useState('');
  const [state, setState] = useState<State>({});

  async function submit(event: FormEvent) {
    event.preventDefault();
    setState({ busy: true });
    try {
      const answer = await send({ email, language: i18n.language, cfTurnstileResponse: human.take() });
      if (answer?.__typename === 'MessageSuccess') {
        setState({ sent: answer.message });
        return;
      }
      const errors = answer?.__typename === 'ValidationProblem' ? answer.fieldErrors : [];
      const invalid = errors.find(({ field }) => field === 'email')?.messages[0];
      setState(invalid === undefined ? { problem: toUserMessage(answer) } : { invalid });
    } catch (error) {
      setState({ problem: toUserMessage(error) });
    }
    human.reset();
  }

  return (
    <>
      {state.sent === undefined && (
        <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
          <TextField
            label={t('address.email')}
            type="email"
            autoComplete="email"
            inputMode="email"
            controlSize="lg"
            value={email}
            error={state.invalid}
            onChange={(event) => {
              setEmail(event.target.value);
              setState({});
            }}
          />
          {children}
          {human.widget}
          <Button
            type="submit"
            variant="primary"
            size="lg"
            fullWidth
            loadingLabel={state.busy ? t('address.sending') : undefined}
          >
            {label}
          </Button>
        </form>
      )}
      <div role="status" className="contents">
        {state.sent !== undefined && <Callout tone="success">{state.sent}</Callout>}
      </div>
      {state.problem !== undefined && <Callout tone="danger">{state.problem}</Callout>}
    </>
  );
}
