import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showFieldErrors } from '@/lib/field-errors';
import { required } from '@/lib/field-rules';
import { toUserMessage } from '@/lib/graphql/errors';
import type { SupportTopic } from '@/lib/graphql/schema-types.generated';
import { Callout } from '@/ui/feedback/callout';
import { toast } from '@/ui/feedback/toast';
import { Checkbox } from '@/ui/form/checkbox';
import { SelectField } from '@/ui/form/select-field';
import { TextAreaField } from '@/ui/form/text-area-field';
import { TextField } from '@/ui/form/text-field';
import { SupportFile } from './support-file';
import { useContactSupportMutation } from './support.generated';

const TOPICS: readonly SupportTopic[] = ['DETECTIONS', 'ACCOUNT', 'OTHER'];
const INPUTS = ['subject', 'message', 'consent'] as const;

interface SupportValues {
  subject: string;
  topic: SupportTopic;
  message: string;
  consent: boolean;
}

interface SupportFormProps {
  id: string;
  onBusyChange: (busy: boolean) => void;
  onSent: () => void;
}

/** Mounted only while the dialog is open. */
export function SupportForm({ id, onBusyChange, onSent }: SupportFormProps) {
  const { t } = useTranslation('help');
  const [contactSupport] = useContactSupportMutation({ fetchPolicy: 'no-cache' });
  const [file, setFile] = useState<{ name: string; content: string }>();
  const [problem, setProblem] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm<SupportValues>({
    defaultValues: { subject: '', topic: 'DETECTIONS', message: '', consent: false },
  });
  const { errors } = formState;

  const submit = handleSubmit(async (values) => {
    setProblem(undefined);
    onBusyChange(true);
    try {
      const { data } = await contactSupport({ variables: { input: { ...values, file } } });
      const result = data?.contactSupport;
      if (result?.__typename === 'MessageSuccess') {
        toast('success', result.message, { flow: 'account' });
        onSent();
        return;
      }
      if (result?.__typename === 'ValidationProblem' && showFieldErrors(setError, result.fieldErrors, INPUTS)) return;
      const ofFile = result && 'fieldErrors' in result ? result.fieldErrors[0]?.messages[0] : undefined;
      setProblem(ofFile ?? toUserMessage(result));
    } catch (error) {
      setProblem(toUserMessage(error));
    } finally {
      onBusyChange(false);
    }
  });

  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <TextField label={t('support.subject')} error={errors.subject?.message} {...register('subject')} />
      <SelectField
        label={t('support.topic')}
        options={TOPICS.map((value) => ({ value, label: t(`support.topics.${value}`) }))}
        {...register('topic')}
      />
      <TextAreaField
        label={t('support.message')}
        hint={t('support.messageHint')}
        required
        rows={6}
        error={errors.message?.message}
        {...register('message', { validate: required })}
      />
      <SupportFile name={file?.name} onChange={setFile} onProblem={setProblem} />
      <Checkbox
        label={t('support.consent')}
        error={errors.consent?.message}
        {...register('consent', { validate: (given) => given || t('support.consentMissing') })}
      />
      {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
    </form>
  );
}
