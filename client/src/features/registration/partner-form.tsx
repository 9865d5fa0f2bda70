import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { email, phone, required } from '@/lib/field-rules';
import { useHumanVerification } from '@/lib/human-verification/human-verification';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { TextAreaField } from '@/ui/text-area-field';
import { TextField } from '@/ui/text-field';
import { companyLink, companySize } from './partner-rules';
import { useApplyAsPartnerMutation } from './registration.generated';
import { trimmed } from './trimmed';
import { useFormProblem } from './use-form-problem';

const INPUTS = [
  'firstName',
  'lastName',
  'title',
  'email',
  'phone',
  'companyName',
  'companySize',
  'companyLink',
  'preference',
] as const;
type PartnerValues = Record<(typeof INPUTS)[number], string>;

export function PartnerForm({ onSent }: { onSent: () => void }) {
  const { t } = useTranslation('registration');
  const [apply] = useApplyAsPartnerMutation({ context: { anonymous: true }, fetchPolicy: 'no-cache' });
  const human = useHumanVerification();
  const { register, handleSubmit, setError, formState } = useForm<PartnerValues>({
    defaultValues: {
      firstName: '',
      lastName: '',
      title: '',
      email: '',
      phone: '',
      companyName: '',
      companySize: '',
      companyLink: '',
      preference: '',
    },
  });
  const { errors, isSubmitting } = formState;
  const { problem, clear, show } = useFormProblem<PartnerValues>(setError, INPUTS);

  const submit = handleSubmit(async (values) => {
    clear();
    try {
      const cfTurnstileResponse = human.take();
      const input = { ...trimmed(values), companySize: Number(values.companySize), cfTurnstileResponse };
      const { data } = await apply({ variables: { input } });
      if (data?.applyAsPartner.__typename === 'MessageSuccess') {
        onSent();
        return;
      }
      show(data?.applyAsPartner);
    } catch (error) {
      show(error);
    }
    human.reset();
  });

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid gap-5 sm:grid-cols-2 sm:rounded-xl sm:border sm:border-line sm:bg-surface sm:p-8 sm:shadow-low"
    >
      <TextField
        label={t('partner.firstName')}
        required
        autoComplete="given-name"
        controlSize="lg"
        error={errors.firstName?.message}
        {...register('firstName', { validate: required })}
      />
      <TextField
        label={t('partner.lastName')}
        required
        autoComplete="family-name"
        controlSize="lg"
        error={errors.lastName?.message}
        {...register('lastName', { validate: required })}
      />
      <TextField
        label={t('partner.jobTitle')}
        required
        autoComplete="organization-title"
        placeholder={t('partner.jobTitlePlaceholder')}
        controlSize="lg"
        error={errors.title?.message}
        {...register('title', { validate: required })}
      />
      <TextField
        label={t('partner.companyName')}
        required
        autoComplete="organization"
        controlSize="lg"
        error={errors.companyName?.message}
        {...register('companyName', { validate: required })}
      />
      <TextField
        label={t('partner.email')}
        required
        type="email"
        autoComplete="email"
        inputMode="email"
        controlSize="lg"
        error={errors.email?.message}
        {...register('email', { validate: email })}
      />
      <TextField
        label={t('partner.phone')}
        required
        type="tel"
        autoComplete="tel"
        placeholder={t('signUp.phonePlaceholder')}
        controlSize="lg"
        error={errors.phone?.message}
        {...register('phone', { validate: phone })}
      />
      <TextField
        label={t('partner.companyLink')}
        required
        type="url"
        autoComplete="url"
        inputMode="url"
        placeholder={t('partner.companyLinkPlaceholder')}
        controlSize="lg"
        error={errors.companyLink?.message}
        {...register('companyLink', { validate: companyLink })}
      />
      <TextField
        label={t('partner.companySize')}
        required
        type="number"
        placeholder={t('partner.companySizePlaceholder')}
        min={1}
        inputMode="numeric"
        controlSize="lg"
        error={errors.companySize?.message}
        {...register('companySize', { validate: companySize })}
      />
      <div className="sm:col-span-2">
        <TextAreaField
          label={t('partner.preference')}
          required
          error={errors.preference?.message}
          {...register('preference', { validate: required })}
        />
      </div>
      {human.widget && <div className="sm:col-span-2">{human.widget}</div>}
      {problem !== undefined && (
        <div className="sm:col-span-2">
          <Callout tone="danger">{problem}</Callout>
        </div>
      )}
      <div className="sm:col-span-2">
        <Button
          type="submit"
          variant="primary"
          size="lg"
          loadingLabel={isSubmitting ? t('partner.submitting') : undefined}
        >
          {t('partner.submit')}
        </Button>
      </div>
    </form>
  );
}
