import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Callout } from '@/ui/feedback/callout';
import { toastFailure, toastOutcome } from '@/ui/feedback/mutation-toasts';
import { Button } from '@/ui/form/button';
import { TextField } from '@/ui/form/text-field';
import {
  type ConsoleTestDnsMutation,
  useConsoleChangeSettingsMutation,
  useConsoleConfirmTestEmailMutation,
  useConsoleSendTestEmailMutation,
  useConsoleTestDnsMutation,
} from './setup.generated';

type Result = ConsoleTestDnsMutation['result'];
type Check = Extract<Result, { __typename: 'RunChecksSuccess' }>['checks'][number];

interface ActionProps {
  /** Called once the step may be done. */
  onDone: () => Promise<unknown>;
}

/** Runs a trial and keeps its finding; tells a refusal in a toast. */
function useTrial(ask: () => Promise<Result | undefined>) {
  const [check, setCheck] = useState<Check>();
  async function run(): Promise<Check | undefined> {
    try {
      const result = await ask();
      if (result?.__typename !== 'RunChecksSuccess') {
        toastFailure(result);
        return undefined;
      }
      setCheck(result.checks[0]);
      return result.checks[0];
    } catch (failure) {
      toastFailure(failure);
      return undefined;
    }
  }
  return { check, run };
}

/** Finding of a check of `breachlight doctor`, in English as there. */
function Finding({ check }: { check: Check | undefined }) {
  return (
    <div aria-live="polite">
      {check && check.level !== 'OK' && (
        <Callout tone={check.level === 'FAILING' ? 'danger' : check.level === 'WARNING' ? 'warning' : 'info'}>
          <div lang="en" dir="ltr" className="wrap-anywhere">
            {check.text} {check.remedy}
          </div>
        </Callout>
      )}
    </div>
  );
}

/** Sends a test email, and takes the code that shows that it arrived. */
export function EmailTrial({ onDone }: ActionProps) {
  const { t } = useTranslation('console');
  const [send, { loading: isSending }] = useConsoleSendTestEmailMutation();
  const [confirm, { loading: isConfirming }] = useConsoleConfirmTestEmailMutation();
  const { check, run } = useTrial(async () => (await send()).data?.result);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  async function submit(event: FormEvent) {
    event.preventDefault();
    try {
      const result = (await confirm({ variables: { code } })).data?.result;
      const wrong = result?.__typename === 'ValidationProblem' ? result.fieldErrors[0]?.messages[0] : undefined;
      setError(wrong);
      if (wrong === undefined && toastOutcome(result)) await onDone();
    } catch (failure) {
      toastFailure(failure);
    }
  }
  return (
    <div className="grid gap-3">
      <div>
        <Button onClick={() => void run()} loadingLabel={isSending ? t('setup.sending') : undefined}>
          {t('setup.send')}
        </Button>
      </div>
      <Finding check={check} />
      <form onSubmit={(event) => void submit(event)} className="flex max-w-md flex-wrap items-start gap-3" noValidate>
        <div className="min-w-40 flex-1">
          <TextField
            label={t('setup.code')}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            error={error}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            monospace
          />
        </div>
        <div className="sm:pt-6">
          <Button
            type="submit"
            disabled={code.trim() === ''}
            loadingLabel={isConfirming ? t('setup.confirming') : undefined}
          >
            {t('confirm.button')}
          </Button>
        </div>
      </form>
    </div>
  );
}

/** Asks the resolvers that verify domains. */
export function DnsTrial({ onDone }: ActionProps) {
  const { t } = useTranslation('console');
  const [test, { loading }] = useConsoleTestDnsMutation();
  const { check, run } = useTrial(async () => (await test()).data?.result);
  async function look() {
    const found = await run();
    if (found && found.level !== 'FAILING') await onDone();
  }
  return (
    <div className="grid gap-3">
      <div>
        <Button onClick={() => void look()} loadingLabel={loading ? t('setup.testing') : undefined}>
          {t('setup.test')}
        </Button>
      </div>
      <Finding check={check} />
    </div>
  );
}

/** Lets everybody sign up. */
export function OpenSignUp({ onDone }: ActionProps) {
  const { t } = useTranslation('console');
  const [change, { loading }] = useConsoleChangeSettingsMutation();
  async function open() {
    const input = {
      loginEnabled: true,
      signupEnabled: true,
      individualSignupEnabled: true,
      organizationSignupEnabled: true,
    };
    try {
      if (toastOutcome((await change({ variables: { input } })).data?.result)) await onDone();
    } catch (failure) {
      toastFailure(failure);
    }
  }
  return (
    <Button onClick={() => void open()} loadingLabel={loading ? t('setup.opening') : undefined}>
      {t('setup.openSignUp')}
    </Button>
  );
}
