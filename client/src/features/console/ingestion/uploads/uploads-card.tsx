import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toastFailure, toastOutcome } from '@/ui/feedback/mutation-toasts';
import { toast } from '@/ui/feedback/toast';
import { Card } from '@/ui/layout/card';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { AlertDialog } from '@/ui/overlay/alert-dialog';
import { AsyncList } from '@/ui/table/async-list';
import { formatBytes, isolated } from '../figures';
import {
  type ConsoleIngestionQuery,
  type IngestRunFragment,
  useConsoleDeleteUploadMutation,
  type useConsoleIngestionQuery,
} from '../ingestion.generated';
import { useAnnouncer } from '../use-announcer';
import { DropZone } from './drop-zone';
import { transfers, useTransfers } from './transfers';
import { UploadRow } from './upload-row';
import { type UploadListRow, unfinishedUploadOf, uploadRows, withoutRuns } from './upload-rows';

interface UploadsCardProps {
  asked: ReturnType<typeof useConsoleIngestionQuery>;
  openRuns: readonly IngestRunFragment[];
}

type Settings = ConsoleIngestionQuery['console']['ingestSettings'];

/** Uploads of this tab and those that the server has. */
export function UploadsCard({ asked, openRuns }: UploadsCardProps) {
  const { t, i18n } = useTranslation(['ingestion', 'console']);
  const own = useTransfers();
  const found = asked.data?.console;
  const rows = found ? uploadRows(withoutRuns(found.uploads, openRuns), own) : undefined;
  const [removed, setRemoved] = useState<UploadListRow>();
  useForgetComplete(asked.refetch);
  const announcement = useAnnouncer(
    own,
    ({ key }) => key,
    ({ state }) => state,
    ({ name, state }) => t('announced', { name, state: t(`uploads.state.${state}`) }),
  );

  function add(files: readonly File[]) {
    for (const file of files) {
      const problem = found ? refusalOf(file, found.ingestSettings) : undefined;
      if (problem) toast('error', t(`uploads.${problem}`, { name: file.name }));
      else {
        const unfinished = unfinishedUploadOf(file, rows ?? []);
        transfers.add(file, unfinished?.id, unfinished?.received);
      }
    }
  }

  function continueWith({ upload }: UploadListRow, file: File) {
    if (!upload) return;
    if (file.name !== upload.name || file.size !== upload.size)
      toast('error', t('uploads.other', { name: upload.name }));
    else transfers.add(file, upload.id, upload.received);
  }

  return (
    <Card title={t('uploads.title')} description={t('uploads.text')} padded={false}>
      <div className="p-5">
        <DropZone
          hint={
            found
              ? t('drop.hint', { size: formatBytes(found.ingestSettings.largestUpload, i18n.language) })
              : t('drop.hintWithoutSize')
          }
          onFiles={add}
        />
      </div>
      <div className="border-t border-line">
        <AsyncList
          query={asked}
          rows={rows}
          rowKey={({ key }) => key}
          loadingLabel={t('console:loading')}
          empty={t('uploads.none')}
        >
          {(row) => (
            <UploadRow row={row} onRemove={() => setRemoved(row)} onContinue={(file) => continueWith(row, file)} />
          )}
        </AsyncList>
      </div>
      <VisuallyHidden live>{announcement}</VisuallyHidden>
      <Removal row={removed} onClose={() => setRemoved(undefined)} refetch={asked.refetch} />
    </Card>
  );
}

const refusalOf = ({ size }: File, { largestUpload }: Settings) =>
  size === 0 ? 'isEmpty' : size > largestUpload ? 'isTooLarge' : undefined;

/** Lists a complete upload as the server has it. */
function useForgetComplete(refetch: () => Promise<unknown>) {
  const complete = useTransfers()
    .filter(({ state }) => state === 'complete')
    .map(({ key }) => key)
    .join(' ');
  useEffect(() => {
    if (!complete) return;
    void refetch()
      .then(() => Promise.all(complete.split(' ').map((key) => transfers.remove(key))))
      // The list shows why it can't be read.
      .catch(() => undefined);
  }, [complete, refetch]);
}

interface RemovalProps {
  row: UploadListRow | undefined;
  onClose: () => void;
  refetch: () => Promise<unknown>;
}

function Removal({ row, onClose, refetch }: RemovalProps) {
  const { t } = useTranslation('ingestion');
  const [remove, { loading }] = useConsoleDeleteUploadMutation();
  // Stays visible while the dialog closes.
  const [last, setLast] = useState(row);
  if (row !== undefined && row !== last) setLast(row);

  async function confirm() {
    if (!row) return;
    const id = row.transfer?.uploadId ?? row.upload?.id;
    if (row.transfer) await transfers.remove(row.transfer.key);
    try {
      if (id !== undefined) toastOutcome((await remove({ variables: { id } })).data?.result);
      await refetch();
    } catch (failure) {
      toastFailure(failure);
    }
    onClose();
  }

  const isOwn = last?.transfer !== undefined;
  return (
    <AlertDialog
      open={row !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t(isOwn ? 'uploads.cancelQuestion' : 'uploads.deleteQuestion', { name: isolated(last?.name ?? '') })}
      message={t('uploads.deleteText')}
      confirmLabel={t(isOwn ? 'uploads.cancelConfirm' : 'uploads.deleteConfirm')}
      cancelLabel={t('keep')}
      tone="danger"
      busyLabel={loading ? t('uploads.deleting') : undefined}
      onConfirm={() => void confirm()}
    />
  );
}
