import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { required } from '@/lib/field-rules';
import { Callout } from '@/ui/feedback/callout';
import { Button } from '@/ui/form/button';
import { TextField } from '@/ui/form/text-field';
import { useAddFirstDomainMutation } from './organization-steps.generated';
import { storeDomain } from './use-first-domain';
import { useFormProblem } from './use-form-problem';

interface DomainFormProps {
  /** Work email; its domain is suggested. */
  email: string;
  onAdded: () => void;
}

export function DomainForm({ email, onAdded }: DomainFormProps) {
  const { t } = useTranslation('registration');
  const [addDomain] = useAddFirstDomainMutation({ fetchPolicy: 'no-cache' });
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { domain: email.split('@').at(-1) ?? '' },
  });
  const { problem, clear, show } = useFormProblem<{ domain: string }>(setError, ['domain']);

  const submit = handleSubmit(async ({ domain }) => {
    clear();
    try {
      const { data } = await addDomain({ variables: { domain: domain.trim() } });
      const result = data?.addDomain;
      if (result?.__typename === 'DomainSuccess') {
        storeDomain(result);
        onAdded();
      } else {
        show(result);
      }
    } catch (error) {
      show(error);
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
      <TextField
        label={t('domain.label')}
        required
        monospace
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={t('domain.placeholder')}
        controlSize="lg"
        error={formState.errors.domain?.message}
        {...register('domain', { validate: required })}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        fullWidth
        loadingLabel={formState.isSubmitting ? t('domain.adding') : undefined}
      >
        {t('domain.add')}
      </Button>
    </form>
  );
}
