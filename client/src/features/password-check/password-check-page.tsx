import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toUserMessage } from '@/lib/graphql/errors';
import { paths } from '@/lib/paths';
import { useSiteSettings } from '@/lib/site-settings/site-settings';
import { Callout } from '@/ui/feedback/callout';
import { Button } from '@/ui/form/button';
import { PasswordField } from '@/ui/form/password-field';
import { Link } from '@/ui/layout/link';
import { StepHeading } from '@/ui/layout/step-heading';
import { type Answer, lookUp } from './look-up';

interface State {
  busy?: boolean;
  missing?: boolean;
  answer?: Answer;
  failure?: string;
}

/** Tells visitors whether a password has leaked. */
export function PasswordCheckPage() {
  const { t } = useTranslation('lookups');
  const { addressCheckEnabled } = useSiteSettings();
  const [password, setPassword] = useState('');
  const [state, setState] = useState<State>({});

  async function check(event: FormEvent) {
    event.preventDefault();
    if (password === '') {
      setState({ missing: true });
      return;
    }
    setState({ busy: true });
    try {
      setState({ answer: await lookUp(password) });
    } catch (error) {
      setState({ failure: toUserMessage(error) });
    }
  }

  return (
    <>
      <title>{t('password.title')}</title>
      <StepHeading text={t('password.text')}>{t('password.title')}</StepHeading>
      <form noValidate onSubmit={(event) => void check(event)} className="grid gap-5">
        <PasswordField
          label={t('password.label')}
          showLabel={t('password.showPassword')}
          hideLabel={t('password.hidePassword')}
          // Not a login: password managers must not fill in or store anything.
          autoComplete="off"
          controlSize="lg"
          value={password}
          error={state.missing ? t('password.empty') : undefined}
          onChange={(event) => {
            setPassword(event.target.value);
            setState({});
          }}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          fullWidth
          loadingLabel={state.busy ? t('password.checking') : undefined}
        >
          {t('password.submit')}
        </Button>
      </form>
      <div role="status">
        {state.answer && <Result answer={state.answer} />}
        {state.failure !== undefined && <Callout tone="danger">{state.failure}</Callout>}
      </div>
      {addressCheckEnabled && (
        <p className="text-base">
          <Link to={paths.addressCheck} look="quiet">
            {t('password.addresses')}
          </Link>
        </p>
      )}
    </>
  );
}

/** What a look-up found. */
function Result({ answer }: { answer: Answer }) {
  const { t } = useTranslation('lookups');
  if (answer.kind === 'busy') return <Callout tone="warning">{t('password.busy', { count: answer.minutes })}</Callout>;
  if (answer.kind !== 'count') return <Callout tone="warning">{t(`password.${answer.kind}`)}</Callout>;
  return answer.count > 0 ? (
    <Callout tone="danger" title={t('password.found.title')}>
      {t('password.found.text', { count: answer.count })}
    </Callout>
  ) : (
    <Callout tone="success" title={t('password.notFound.title')}>
      {t('password.notFound.text')}
    </Callout>
  );
}
