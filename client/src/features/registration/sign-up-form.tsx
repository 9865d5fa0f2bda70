import { useTranslation } from 'react-i18next';
import { useCountries } from '@/lib/countries/use-countries';
import { email, newPassword, phone, required, samePassword } from '@/lib/field-rules';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { PasswordField } from '@/ui/password-field';
import { SelectField } from '@/ui/select-field';
import { TextField } from '@/ui/text-field';
import { PasswordLength } from './password-length';
import type { SignUpKind, SignUpValues } from './sign-up-values';
import { useSignUp } from './use-sign-up';

interface SignUpFormProps {
  kind: SignUpKind;
  /** What has been typed so far, in this form or that of the other kind. */
  typed: SignUpValues;
  onTyped: (values: SignUpValues) => void;
}

/** The fields of a sign-up (specification §2); every one is required. */
export function SignUpForm({ kind, typed, onTyped }: SignUpFormProps) {
  const { t } = useTranslation('registration');
  const { form, human, problem, submit } = useSignUp(kind, typed);
  const { register, control, getValues, formState } = form;
  const { errors, isSubmitting } = formState;
  const countries = useCountries().map(({ name, label }) => ({ value: name, label }));

  return (
    <form
      noValidate
      onChange={() => onTyped(getValues())}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      className="grid gap-5"
    >
      {kind === 'company' && (
        <TextField
          label={t('signUp.companyName')}
          required
          autoComplete="organization"
          controlSize="lg"
          error={errors.companyName?.message}
          {...register('companyName', { validate: required })}
        />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t('signUp.firstName')}
          required
          autoComplete="given-name"
          controlSize="lg"
          error={errors.firstName?.message}
          {...register('firstName', { validate: required })}
        />
        <TextField
          label={t('signUp.lastName')}
          required
          autoComplete="family-name"
          controlSize="lg"
          error={errors.lastName?.message}
          {...register('lastName', { validate: required })}
        />
      </div>
      <TextField
        label={t(kind === 'company' ? 'signUp.workEmail' : 'signUp.email')}
        required
        type="email"
        autoComplete="email"
        inputMode="email"
        controlSize="lg"
        error={errors.email?.message}
        {...register('email', { validate: email })}
      />
      <TextField
        label={t('signUp.phone')}
        required
        type="tel"
        autoComplete="tel"
        placeholder={t('signUp.phonePlaceholder')}
        controlSize="lg"
        error={errors.phone?.message}
        {...register('phone', { validate: phone })}
      />
      <SelectField
        label={t('signUp.country')}
        required
        placeholder={t('signUp.selectCountry')}
        options={countries}
        autoComplete="country-name"
        controlSize="lg"
        error={errors.country?.message}
        {...register('country', { validate: required })}
      />
      <PasswordField
        label={t('signUp.password')}
        required
        showLabel={t('signUp.showPassword')}
        hideLabel={t('signUp.hidePassword')}
        autoComplete="new-password"
        controlSize="lg"
        hint={<PasswordLength control={control} />}
        error={errors.password?.message}
        {...register('password', { validate: newPassword, deps: 'verifyPassword' })}
      />
      <PasswordField
        label={t('signUp.repeatPassword')}
        required
        showLabel={t('signUp.showRepeated')}
        hideLabel={t('signUp.hideRepeated')}
        autoComplete="new-password"
        controlSize="lg"
        error={errors.verifyPassword?.message}
        {...register('verifyPassword', { validate: samePassword(() => getValues('password')) })}
      />
      {human.widget}
      {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        fullWidth
        loadingLabel={isSubmitting ? t('signUp.submitting') : undefined}
      >
        {t('signUp.submit')}
      </Button>
    </form>
  );
}
