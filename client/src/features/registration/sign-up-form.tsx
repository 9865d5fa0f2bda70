import { useTranslation } from 'react-i18next';
import { useCountries } from '@/lib/countries/use-countries';
import { email, newPassword, phone, required, samePassword } from '@/lib/field-rules';
import { largeFields } from '@/lib/large-fields';
import { useSiteSettings } from '@/lib/site-settings/site-settings';
import { Callout } from '@/ui/feedback/callout';
import { Button } from '@/ui/form/button';
import { PasswordField } from '@/ui/form/password-field';
import { SelectField } from '@/ui/form/select-field';
import { TextField } from '@/ui/form/text-field';
import { PasswordLength } from './password-length';
import type { SignUpKind, SignUpValues } from './sign-up-values';
import { useSignUp } from './use-sign-up';

interface SignUpFormProps {
  kind: SignUpKind;
  /** Values typed so far, in this form or that of the other account type. */
  typed: SignUpValues;
  onTyped: (values: SignUpValues) => void;
  /** Secret part of the link that verified the address, which then can't be changed. */
  addressToken?: string | undefined;
}

/** Sign-up fields (spec §2); all are required. */
export function SignUpForm({ kind, typed, onTyped, addressToken }: SignUpFormProps) {
  const { t } = useTranslation(['registration', 'fields']);
  const { isDemonstration } = useSiteSettings();
  const { form, human, problem, submit } = useSignUp(kind, typed, addressToken);
  const { control, getValues, formState } = form;
  const field = largeFields(form);
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
        <TextField label={t('signUp.companyName')} autoComplete="organization" {...field('companyName', required)} />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={t('signUp.firstName')} autoComplete="given-name" {...field('firstName', required)} />
        <TextField label={t('signUp.lastName')} autoComplete="family-name" {...field('lastName', required)} />
      </div>
      <TextField
        label={t(kind === 'company' ? 'signUp.workEmail' : 'signUp.email')}
        type="email"
        autoComplete="email"
        inputMode="email"
        readOnly={addressToken !== undefined}
        hint={
          addressToken === undefined ? isDemonstration && t('fields:demonstrationEmail') : t('signUp.emailVerified')
        }
        {...field('email', email)}
      />
      <TextField
        label={t('signUp.phone')}
        type="tel"
        autoComplete="tel"
        placeholder={t('signUp.phonePlaceholder')}
        {...field('phone', phone)}
      />
      <SelectField
        label={t('signUp.country')}
        placeholder={t('signUp.selectCountry')}
        options={countries}
        autoComplete="country-name"
        {...field('country', required)}
      />
      <PasswordField
        label={t('signUp.password')}
        showLabel={t('signUp.showPassword')}
        hideLabel={t('signUp.hidePassword')}
        autoComplete="new-password"
        hint={<PasswordLength control={control} />}
        {...field('password', newPassword, 'verifyPassword')}
      />
      <PasswordField
        label={t('signUp.repeatPassword')}
        showLabel={t('signUp.showRepeated')}
        hideLabel={t('signUp.hideRepeated')}
        autoComplete="new-password"
        {...field(
          'verifyPassword',
          samePassword(() => getValues('password')),
        )}
      />
      {human.widget}
      {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        fullWidth
        loadingLabel={formState.isSubmitting ? t('signUp.submitting') : undefined}
      >
        {t('signUp.submit')}
      </Button>
    </form>
  );
}
