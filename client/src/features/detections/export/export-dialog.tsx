import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadFile } from '@/lib/download';
import { toUserMessage } from '@/lib/graphql/errors';
import type { AlertFilter } from '@/lib/graphql/schema-types.generated';
import { usePermissions } from '@/lib/session/permissions';
import { useReauthentication } from '@/lib/session/reauthentication';
import { Callout } from '@/ui/feedback/callout';
import { toast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { Checkbox } from '@/ui/form/checkbox';
import { SegmentedControl } from '@/ui/form/segmented-control';
import { Dialog } from '@/ui/overlay/dialog';
import { useExportLimitsQuery } from './export-dialog.generated';
import type { ListOrder } from '../list/list-state';
import type { UpdateTarget } from '../triage/use-update-detections';

type FileFormat = 'csv' | 'json';

interface ExportDialogProps {
  /** Detections to export; null when closed. */
  target: UpdateTarget | null;
  order: ListOrder;
  count: number;
  onClose: () => void;
}

const ADDRESS = '/api/v1/notifications/alerts/export';

/** Snake-case filter for the REST endpoint, which streams the file. */
const queryOf = (filter: AlertFilter): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

/** Export as a file. Leaked passwords are opt-in and require reauthentication. */
export function ExportDialog({ target, order, count, onClose }: ExportDialogProps) {
  const { t } = useTranslation('detections');
  const may = usePermissions();
  const { confirm, dialog } = useReauthentication();
  const [format, setFormat] = useState<FileFormat>('csv');
  const [withPasswords, setWithPasswords] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [working, setWorking] = useState(false);
  const limits = useExportLimitsQuery({ skip: target === null || !may('REVEAL'), fetchPolicy: 'cache-and-network' });
  // Until the answer arrives, the server decides.
  const onlyOne = count > 1 && limits.data?.viewer?.isBulkDisclosureEnabled === false;

  const close = () => {
    setWithPasswords(false);
    setRefusal(undefined);
    onClose();
  };
  const download = async (passwords: boolean) => {
    if (target === null || working) return;
    // Always reauthenticate: a file of passwords is more sensitive than revealing one.
    if (passwords && !(await confirm())) return;
    setWorking(true);
    setRefusal(undefined);
    try {
      await downloadFile(ADDRESS, `detections.${format}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          format,
          include_passwords: passwords,
          ...('filter' in target ? { query: { ...queryOf(target.filter ?? {}), ordering: order } } : target),
        }),
      });
      toast('success', t('export.done'));
      close();
    } catch (error) {
      setRefusal(toUserMessage(error));
    } finally {
      setWorking(false);
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void download(withPasswords && !onlyOne);
  };
  const downloadWithout = () => {
    setWithPasswords(false);
    void download(false);
  };

  return (
    <Dialog
      open={target !== null}
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={t('export.title', { count })}
      closeLabel={t('close')}
    >
      <form onSubmit={submit} className="grid gap-5">
        <div className="grid gap-2">
          <SegmentedControl
            label={t('export.format')}
            value={format}
            onValueChange={setFormat}
            options={[
              { value: 'csv', label: t('export.csv') },
              { value: 'json', label: t('export.json') },
            ]}
          />
          <p className="text-sm text-ink-muted">{t(format === 'csv' ? 'export.csvHint' : 'export.jsonHint')}</p>
        </div>
        {may('REVEAL') && (
          <Checkbox
            label={t('export.passwords')}
            hint={t(onlyOne ? 'export.bulkOff' : 'export.passwordsHint')}
            checked={withPasswords && !onlyOne}
            disabled={onlyOne}
            onChange={(event) => setWithPasswords(event.target.checked)}
          />
        )}
        {withPasswords && !onlyOne && (
          <Callout tone="warning">{t(count === 1 ? 'export.passwordWarning' : 'export.passwordsWarning')}</Callout>
        )}
        {refusal !== undefined && (
          <Callout
            tone="danger"
            action={withPasswords && <Button onClick={downloadWithout}>{t('export.withoutPasswords')}</Button>}
          >
            {refusal}
          </Callout>
        )}
        <div className="flex justify-end">
          <Button type="submit" variant="primary" loadingLabel={working ? t('export.working') : undefined}>
            {t('export.download')}
          </Button>
        </div>
      </form>
      {dialog}
    </Dialog>
  );
}
