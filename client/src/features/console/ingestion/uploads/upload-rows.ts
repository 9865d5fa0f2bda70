import type { IngestRunFragment, IngestUploadFragment } from '../ingestion.generated';
import type { TransferRow } from './transfers';

/** An upload as this tab, the server or both know it. */
export interface UploadListRow {
  key: string;
  name: string;
  transfer: TransferRow | undefined;
  upload: IngestUploadFragment | undefined;
}

/** Uploads that no open run ingests: those are shown as runs, which have the file's name and size. */
export const withoutRuns = (
  uploads: readonly IngestUploadFragment[],
  runs: readonly Pick<IngestRunFragment, 'source' | 'name' | 'bytes'>[],
): IngestUploadFragment[] =>
  uploads.filter(
    (upload) =>
      !upload.isComplete ||
      !runs.some(({ source, name, bytes }) => source === 'UPLOAD' && name === upload.name && bytes === upload.size),
  );

/** All uploads: those of this tab first, in the order in which they were chosen. */
export function uploadRows(
  uploads: readonly IngestUploadFragment[],
  transfers: readonly TransferRow[],
): readonly UploadListRow[] {
  const byId = new Map(uploads.map((upload) => [upload.id, upload]));
  const own = transfers.flatMap((transfer): UploadListRow[] => {
    const upload = transfer.uploadId === null ? undefined : byId.get(transfer.uploadId);
    if (transfer.state === 'complete' && upload?.isComplete) return [];
    return [{ key: transfer.key, name: transfer.name, transfer, upload }];
  });
  const shown = new Set(own.map(({ upload }) => upload?.id));
  const others = uploads
    .filter(({ id }) => !shown.has(id))
    .map((upload) => ({ key: upload.id, name: upload.name, transfer: undefined, upload }));
  return [...own, ...others];
}

/** The unfinished upload that a chosen file continues: it has the same name and size. */
export const unfinishedUploadOf = (
  file: Pick<File, 'name' | 'size'>,
  rows: readonly UploadListRow[],
): IngestUploadFragment | undefined =>
  rows.find(
    ({ transfer, upload }) =>
      transfer === undefined &&
      upload !== undefined &&
      !upload.isComplete &&
      upload.name === file.name &&
      upload.size === file.size,
  )?.upload;
