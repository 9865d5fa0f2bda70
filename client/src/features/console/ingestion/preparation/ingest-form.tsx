import { useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { showFieldErrors } from '@/lib/field-errors';
import { required } from '@/lib/field-rules';
import { toUserMessage } from '@/lib/graphql/errors';
import type { LeakKind } from '@/lib/graphql/schema-types.generated';
import { paths } from '@/lib/paths';
import { Callout } from '@/ui/feedback/callout';
import { toast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { Checkbox } from '@/ui/form/checkbox';
import { SelectField } from '@/ui/form/select-field';
import { TextField } from '@/ui/form/text-field';
import { Card } from '@/ui/layout/card';
import type { IngestUploadFragment } from '../ingestion.generated';
import {
  type ConsoleLeakNamesQuery,
  type IngestPreviewFragment,
  useConsoleIngestUploadMutation,
  useConsoleLeakNamesQuery,
} from '../preparation.generated';
import { type Reading, readingErrors, readingInput } from './reading';

const SUGGESTED_LEAKS = 100;
const KINDS = ['COMBOLIST', 'STEALER_LOG', 'TABLE_DUMP', 'MIXED'] as const satisfies readonly LeakKind[];
const FIELDS = ['leak', 'title', 'domain', 'breachDate', 'kind'] as const;

interface IngestValues {
  leak: string;
  title: string;
  domain: string;
  breachDate: string;
  kind: '' | LeakKind;
  accept: boolean;
}

interface IngestFormProps {
  upload: IngestUploadFragment;
  reading: Reading;
  preview: IngestPreviewFragment | undefined;
  onReadingErrors: (errors: ReturnType<typeof readingErrors>) => void;
}

/** Suggested name of a leak: that of the file, without its endings. */
export const suggestedName = (fileName: string): string => fileName.replace(/(?<=.)(?:\.[A-Za-z0-9]{1,8}){1,2}$/, '');

/** Names the leak and lets a worker ingest the upload. */
export function IngestForm({ upload, reading, preview, onReadingErrors }: IngestFormProps) {
  const { t } = useTranslation('ingestion');
  const navigate = useNavigate();
  const leaks = useConsoleLeakNamesQuery({ variables: { pageSize: SUGGESTED_LEAKS } }).data?.leaks.results ?? [];
  const [ingest] = useConsoleIngestUploadMutation();
  const [problem, setProblem] = useState<string>();
  const { register, handleSubmit, setError, control, formState } = useForm<IngestValues>({
    defaultValues: {
      leak: suggestedName(upload.name),
      title: '',
      domain: '',
      breachDate: '',
      kind: '',
      accept: false,
    },
  });
  const { errors } = formState;

  const submit = handleSubmit(async ({ leak, title, domain, breachDate, kind, accept }) => {
    setProblem(undefined);
    onReadingErrors({});
    const input = readingInput(reading);
    try {
      const answer = await ingest({
        variables: {
          id: upload.id,
          input: {
            leak: leak.trim(),
            accept,
            ...(title.trim() && { title: title.trim() }),
            ...(domain.trim() && { domain: domain.trim() }),
            ...(breachDate && { breachDate }),
            ...(kind && { kind }),
            ...(input && { reading: input }),
          },
        },
      });
      const result = answer.data?.result;
      if (result?.__typename === 'IngestUploadSuccess') {
        toast('success', t('ingest.started', { name: result.run.name }));
        await navigate(paths.consoleIngestion);
      } else if (result?.__typename === 'ValidationProblem') {
        const ofReading = readingErrors(result.fieldErrors);
        onReadingErrors(ofReading);
        // The catalogue calls the leak's name `name`.
        const own = result.fieldErrors.map(({ field, messages }) => ({
          field: field === 'name' ? 'leak' : field,
          messages,
        }));
        if (!showFieldErrors(setError, own, FIELDS)) setProblem(result.fieldErrors[0]?.messages[0] ?? result.message);
      } else setProblem(toUserMessage(result));
    } catch (failure) {
      setProblem(toUserMessage(failure));
    }
  });

  return (
    <Card title={t('ingest.title')} description={t('ingest.text')}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
        <LeakField
          leaks={leaks}
          value={useWatch({ control, name: 'leak' })}
          error={errors.leak?.message}
          registered={register('leak', { validate: required })}
        />
        <div className="grid gap-4 md:grid-cols-2">
          <TextField
            label={t('ingest.leakTitle')}
            autoComplete="off"
            error={errors.title?.message}
            {...register('title')}
          />
          <TextField
            label={t('ingest.domain')}
            hint={t('ingest.domainHint')}
            monospace
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={errors.domain?.message}
            {...register('domain')}
          />
          <TextField
            label={t('ingest.breachDate')}
            type="date"
            error={errors.breachDate?.message}
            {...register('breachDate')}
          />
          <SelectField
            label={t('ingest.kind')}
            placeholder={t('reading.detect')}
            options={KINDS.map((value) => ({ value, label: t(`ingest.kinds.${value}`) }))}
            error={errors.kind?.message}
            {...register('kind')}
          />
        </div>
        {(preview === undefined || preview.outcome === 'HELD') && (
          <Checkbox label={t('ingest.accept')} hint={t('ingest.acceptHint')} {...register('accept')} />
        )}
        <div>
          <Button type="submit" variant="primary" loadingLabel={formState.isSubmitting ? t('ingest.busy') : undefined}>
            {t('ingest.button')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

interface LeakFieldProps {
  leaks: ConsoleLeakNamesQuery['leaks']['results'];
  value: string;
  error: string | undefined;
  registered: ReturnType<ReturnType<typeof useForm<IngestValues>>['register']>;
}

/** Name of a new leak, or of one that exists. */
function LeakField({ leaks, value, error, registered }: LeakFieldProps) {
  const { t } = useTranslation('ingestion');
  const id = useId();
  const existing = leaks.find(({ name }) => name === value.trim());
  return (
    <>
      <TextField
        label={t('ingest.leak')}
        hint={existing ? t('ingest.existing', { title: existing.title }) : t('ingest.leakHint')}
        required
        list={id}
        autoComplete="off"
        spellCheck={false}
        error={error}
        {...registered}
      />
      <datalist id={id}>
        {leaks.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </datalist>
    </>
  );
}
