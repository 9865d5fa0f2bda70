import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { email, phone, required } from '@/lib/field-rules';
import { useHumanVerification } from '@/lib/human-verification/human-verification';
import { largeFields } from '@/lib/large-fields';
import { useSiteSettings } from '@/lib/site-settings/site-settings';
import { Callout } from '@/ui/feedback/callout';
import { Button } from '@/ui/form/button';
import { TextAreaField } from '@/ui/form/text-area-field';
import { TextField } from '@/ui/form/text-field';
import { companyLink, companySize } from './partner-rules';
import { useApplyAsPartnerMutation } from './registration.generated';
import { trimValues } from './trim-values';
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
  const { t } = useTranslation(['registration', 'fields']);
  const { isDemonstration } = useSiteSettings();
  const [apply] = useApplyAsPartnerMutation({ context: { anonymous: true }, fetchPolicy: 'no-cache' });
  const human = useHumanVerification();
  const form = useForm<PartnerValues>({
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
  const { register, handleSubmit, setError } = form;
  const { errors, isSubmitting } = form.formState;
  const field = largeFields(form);
  const { problem, clear, show } = useFormProblem<PartnerValues>(setError, INPUTS);

  const submit = handleSubmit(async (values) => {
    clear();
    try {
      const cfTurnstileResponse = human.take();
      const input = { ...trimValues(values), companySize: Number(values.companySize), cfTurnstileResponse };
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
      <TextField label={t('partner.firstName')} autoComplete="given-name" {...field('firstName', required)} />
      <TextField label={t('partner.lastName')} autoComplete="family-name" {...field('lastName', required)} />
      <TextField
        label={t('partner.jobTitle')}
        autoComplete="organization-title"
        placeholder={t('partner.jobTitlePlaceholder')}
        {...field('title', required)}
      />
      <TextField label={t('partner.companyName')} autoComplete="organization" {...field('companyName', required)} />
      <TextField
        label={t('partner.email')}
        type="email"
        autoComplete="email"
        inputMode="email"
        hint={isDemonstration && t('fields:demonstrationEmail')}
        {...field('email', email)}
      />
      <TextField
        label={t('partner.phone')}
        type="tel"
        autoComplete="tel"
        placeholder={t('signUp.phonePlaceholder')}
        {...field('phone', phone)}
      />
      <TextField
        label={t('partner.companyLink')}
        type="url"
        autoComplete="url"
        inputMode="url"
        placeholder={t('partner.companyLinkPlaceholder')}
        {...field('companyLink', companyLink)}
      />
      <TextField
        label={t('partner.companySize')}
        type="number"
        placeholder={t('partner.companySizePlaceholder')}
        min={1}
        inputMode="numeric"
        {...field('companySize', companySize)}
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
