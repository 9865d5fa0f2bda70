import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showFieldErrors } from '@/lib/field-errors';
import { toUserMessage } from '@/lib/graphql/errors';
import type { ReauthenticationProps } from '@/lib/session/reauthentication';
import { useSession } from '@/lib/session/store';
import { Callout } from '@/ui/feedback/callout';
import { Button } from '@/ui/form/button';
import { PasswordField } from '@/ui/form/password-field';
import { Dialog } from '@/ui/overlay/dialog';
import { useReauthenticateMutation } from './login.generated';

const FORM_ID = 'reauthentication';

/** Asks for the password when an action requires a recent login. */
export function ReauthenticationDialog({ open, onAnswer }: ReauthenticationProps) {
  const { t } = useTranslation('session');
  const [submitting, setSubmitting] = useState(false);
  const giveUp = () => onAnswer(false);
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => {
        if (!stays) giveUp();
      }}
      title={t('reauthenticate.title')}
      description={t('reauthenticate.text')}
      closeLabel={t('reauthenticate.close')}
      footer={
        <>
          <Button onClick={giveUp}>{t('reauthenticate.cancel')}</Button>
          <Button
            type="submit"
            form={FORM_ID}
            variant="primary"
            loadingLabel={submitting ? t('reauthenticate.confirming') : undefined}
          >
            {t('reauthenticate.confirm')}
          </Button>
        </>
      }
    >
      <ReauthenticationForm onSubmittingChange={setSubmitting} onConfirmed={() => onAnswer(true)} />
    </Dialog>
  );
}

interface ReauthenticationFormProps {
  onSubmittingChange: (submitting: boolean) => void;
  onConfirmed: () => void;
}

/** Mounted only while the dialog is open, so that the password is discarded with it. */
function ReauthenticationForm({ onSubmittingChange, onConfirmed }: ReauthenticationFormProps) {
  const { t } = useTranslation('session');
  const { account } = useSession();
  const [reauthenticate] = useReauthenticateMutation({ fetchPolicy: 'no-cache' });
  const [problem, setProblem] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } });

  const submit = handleSubmit(async ({ password }) => {
    setProblem(undefined);
    onSubmittingChange(true);
    try {
      const { data } = await reauthenticate({ variables: { password } });
      const result = data?.reauthenticate;
      if (result?.__typename === 'ReauthenticateSuccess') onConfirmed();
      else if (
        result?.__typename !== 'ValidationProblem' ||
        !showFieldErrors(setError, result.fieldErrors, ['password'])
      )
        setProblem(toUserMessage(result));
    } catch (error) {
      setProblem(toUserMessage(error));
    } finally {
      onSubmittingChange(false);
    }
  });

  return (
    <form
      id={FORM_ID}
      noValidate
      onSubmit={(event) => {
        // React would bubble the event through the dialog to an outer form.
        event.stopPropagation();
        void submit(event);
      }}
      className="grid gap-4"
    >
      {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
      {/* For password managers. */}
      <input hidden readOnly autoComplete="username" value={account?.user.email ?? ''} />
      <PasswordField
        label={t('reauthenticate.password')}
        showLabel={t('login.showPassword')}
        hideLabel={t('login.hidePassword')}
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register('password')}
      />
    </form>
  );
}
