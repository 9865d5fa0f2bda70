import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { required } from '@/lib/field-rules';
import { Callout } from '@/ui/feedback/callout';
import { toast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { TextField } from '@/ui/form/text-field';
import type { AttemptProblem } from './use-login-steps';

interface CodeFormProps {
  kind: 'digits' | 'recovery';
  label: string;
  /** Problem to show before anything is typed. */
  problem?: string | undefined;
  onSubmit: (code: string) => Promise<AttemptProblem | null>;
}

/** Form for one code; spaces from apps and emails are removed. */
export function CodeForm({ kind, label, problem, onSubmit }: CodeFormProps) {
  const { t } = useTranslation('session');
  const { register, handleSubmit, setError, setFocus, formState } = useForm({ defaultValues: { code: '' } });
  const { errors, isSubmitting } = formState;

  // This field is the only purpose of the step.
  useEffect(() => setFocus('code'), [setFocus]);

  const submit = handleSubmit(async ({ code }) => {
    const found = await onSubmit(code.replaceAll(/\s/g, ''));
    if (!found) return;
    const message = found.fieldErrors[0]?.messages[0] ?? found.message;
    setError('code', { type: 'server', message }, { shouldFocus: true });
    toast('error', message, { flow: 'account' });
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
      <TextField
        label={label}
        autoComplete={kind === 'digits' ? 'one-time-code' : 'off'}
        inputMode={kind === 'digits' ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        monospace
        controlSize="lg"
        error={errors.code?.message}
        {...register('code', { validate: required })}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        fullWidth
        loadingLabel={isSubmitting ? t('login.submitting') : undefined}
      >
        {t('login.submit')}
      </Button>
    </form>
  );
}
