import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showFieldErrors } from '@/lib/field-errors';
import { required } from '@/lib/field-rules';
import { toUserMessage } from '@/lib/graphql/errors';
import { keysOf } from '@/lib/url-state';
import { Callout } from '@/ui/feedback/callout';
import { toastOutcome } from '@/ui/feedback/mutation-toasts';
import { Checkbox } from '@/ui/form/checkbox';
import { SelectField } from '@/ui/form/select-field';
import { TextAreaField } from '@/ui/form/text-area-field';
import { TextField } from '@/ui/form/text-field';
import { FormDialog } from '@/ui/overlay/form-dialog';
import { useConsoleEditLeakMutation } from './catalogue.generated';
import { FLAGS } from './flags';
import type { LeakDetail } from './leak-page';
import { KINDS } from './leaks-state';

const INPUTS = ['title', 'domain', 'breachDate', 'description', 'dataClasses', 'attribution'] as const;

interface LeakFormProps {
  detail: LeakDetail;
  onClose: () => void;
  onSaved: () => void;
}

const valuesOf = ({ leak, ...detail }: LeakDetail) => ({
  title: leak.title,
  domain: leak.domain ?? '',
  breachDate: leak.breachDate ?? '',
  kind: leak.kind,
  description: detail.description,
  dataClasses: detail.dataClasses.join('\n'),
  attribution: detail.attribution ?? '',
  isVerified: detail.isVerified,
  isFabricated: detail.isFabricated,
  isSensitive: detail.isSensitive,
  isRetired: detail.isRetired,
  isSpamList: detail.isSpamList,
  isMalware: detail.isMalware,
  isStealerLog: detail.isStealerLog,
  isSubscriptionFree: detail.isSubscriptionFree,
});

type Values = ReturnType<typeof valuesOf>;

/** Fields as the server reads them. */
const readable = (values: Values) => ({
  ...values,
  domain: values.domain.trim() || null,
  breachDate: values.breachDate || null,
  attribution: values.attribution.trim() || null,
  dataClasses: values.dataClasses
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean),
});

/** Form for the fields of a leak; sends only what was changed. */
export function LeakForm({ detail, onClose, onSaved }: LeakFormProps) {
  const { t } = useTranslation('catalogue');
  const [edit] = useConsoleEditLeakMutation();
  const [problem, setProblem] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: valuesOf(detail) });
  const { errors, dirtyFields } = formState;

  const submit = handleSubmit(async (values) => {
    setProblem(undefined);
    const all = readable(values);
    const input = Object.fromEntries(keysOf(all).flatMap((key) => (dirtyFields[key] ? [[key, all[key]]] : [])));
    try {
      const result = (await edit({ variables: { name: detail.leak.name, input } })).data?.result;
      if (result?.__typename === 'EditLeakSuccess') {
        toastOutcome(result);
        onSaved();
      } else if (result?.__typename !== 'ValidationProblem' || !showFieldErrors(setError, result.fieldErrors, INPUTS))
        setProblem(toUserMessage(result));
    } catch (failure) {
      setProblem(toUserMessage(failure));
    }
  });

  return (
    <FormDialog
      title={t('edit.title')}
      closeLabel={t('close')}
      cancelLabel={t('cancel')}
      submitLabel={t('edit.save')}
      busyLabel={formState.isSubmitting ? t('edit.saving') : undefined}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
    >
      {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
      <TextField
        label={t('leakTitle')}
        required
        dir="auto"
        error={errors.title?.message}
        {...register('title', { validate: required })}
      />
      <TextField
        label={t('domain')}
        monospace
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.domain?.message}
        {...register('domain')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t('breachDate')} type="date" error={errors.breachDate?.message} {...register('breachDate')} />
        <SelectField
          label={t('kind')}
          options={KINDS.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
          {...register('kind')}
        />
      </div>
      <TextAreaField
        label={t('description')}
        dir="auto"
        hint={t('plainText')}
        error={errors.description?.message}
        {...register('description')}
      />
      <TextAreaField
        label={t('dataClasses')}
        dir="auto"
        hint={t('onePerLine')}
        error={errors.dataClasses?.message}
        {...register('dataClasses')}
      />
      <TextField label={t('attribution')} dir="auto" error={errors.attribution?.message} {...register('attribution')} />
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-2 text-sm font-medium text-ink">{t('flags.title')}</legend>
        {FLAGS.map((flag) => (
          <Checkbox key={flag} label={t(`flags.${flag}`)} {...register(flag)} />
        ))}
      </fieldset>
    </FormDialog>
  );
}
