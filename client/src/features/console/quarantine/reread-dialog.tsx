import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toUserMessage } from '@/lib/graphql/errors';
import { toastOutcome } from '@/ui/feedback/mutation-toasts';
import { Callout } from '@/ui/feedback/callout';
import { SelectField } from '@/ui/form/select-field';
import { TextField } from '@/ui/form/text-field';
import { FormDialog } from '@/ui/overlay/form-dialog';
import { useConsoleRereadQuarantinedFileMutation } from './quarantine.generated';

interface RereadDialogProps {
  id: string;
  formats: readonly string[];
  onClose: () => void;
  onStarted: () => void;
}

/** Lets a worker read rejected input again, in another format or with other columns if they are given. */
export function RereadDialog({ id, formats, onClose, onStarted }: RereadDialogProps) {
  const { t } = useTranslation('quarantine');
  const [format, setFormat] = useState('');
  const [columns, setColumns] = useState('');
  const [problems, setProblems] = useState<{ format?: string; columns?: string; all?: string }>({});
  const [reread, { loading }] = useConsoleRereadQuarantinedFileMutation();

  async function start() {
    setProblems({});
    const given = columns
      .split(',')
      .map((column) => column.trim())
      .filter(Boolean);
    const reading = { ...(format && { format }), ...(given.length > 0 && { columns: given }) };
    const isChosen = Object.keys(reading).length > 0;
    try {
      const result = (await reread({ variables: { id, ...(isChosen && { reading }) } })).data?.result;
      if (result?.__typename === 'MessageSuccess') {
        toastOutcome(result);
        onStarted();
      } else if (result?.__typename === 'ValidationProblem') {
        setProblems(Object.fromEntries(result.fieldErrors.map(({ field, messages }) => [field, messages[0]])));
      } else setProblems({ all: toUserMessage(result) });
    } catch (failure) {
      setProblems({ all: toUserMessage(failure) });
    }
  }

  return (
    <FormDialog
      title={t('reread.title')}
      description={t('reread.text')}
      closeLabel={t('close')}
      cancelLabel={t('cancel')}
      submitLabel={t('reread.open')}
      busyLabel={loading ? t('reread.busy') : undefined}
      onClose={onClose}
      onSubmit={() => void start()}
    >
      {problems.all !== undefined && <Callout tone="danger">{problems.all}</Callout>}
      <SelectField
        label={t('reread.format')}
        value={format}
        placeholder={t('reread.asBefore')}
        options={formats.map((value) => ({ value, label: value }))}
        error={problems.format}
        onChange={({ target }) => setFormat(target.value)}
      />
      <TextField
        label={t('reread.columns')}
        hint={t('reread.columnsHint')}
        monospace
        value={columns}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={problems.columns}
        onChange={({ target }) => setColumns(target.value)}
      />
    </FormDialog>
  );
}
