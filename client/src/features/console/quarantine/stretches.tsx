import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/format';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { EmptyState } from '@/ui/feedback/empty-state';
import { SelectField } from '@/ui/form/select-field';
import type { DataTableColumn } from '@/ui/table/data-table-types';
import { ConsoleTable } from '../console-table';
import { useCursorPages } from '../use-cursor-pages';
import {
  type ConsoleQuarantinedFileQuery,
  type ConsoleStretchesQuery,
  useConsoleStretchesQuery,
} from './quarantine.generated';

type Detail = NonNullable<ConsoleQuarantinedFileQuery['console']['quarantinedFile']>;
type Stretch = NonNullable<ConsoleStretchesQuery['console']['quarantinedFile']>['stretches']['results'][number];

const PAGE_SIZE = 50;

interface StretchesProps {
  file: Detail['file'];
  /** Changes when the file was read again. */
  version: number;
}

/** Rejected stretches of a file, as shapes: their text never reaches the browser. */
export function Stretches({ file, version }: StretchesProps) {
  const { t, i18n } = useTranslation('quarantine');
  const number = (value: number) => formatNumber(value, i18n.language);
  const [reason, setReason] = useState('');
  const position = useCursorPages(`${file.id} ${reason}`, PAGE_SIZE);
  const asked = useConsoleStretchesQuery({
    variables: {
      id: file.id,
      first: PAGE_SIZE,
      ...(reason && { reason }),
      ...(position.after !== undefined && { after: position.after }),
    },
    fetchPolicy: 'cache-and-network',
  });
  const { refetch } = asked;
  useEffect(() => {
    if (version > 0) void refetch();
  }, [version, refetch]);
  const page = (asked.data ?? (asked.loading ? asked.previousData : undefined))?.console.quarantinedFile?.stretches;
  const columns = useColumns();
  return (
    <ConsoleTable
      query={asked}
      page={page}
      position={position}
      title={t('rejected')}
      description={t('rejectedText', { kept: number(file.stretches), lines: number(file.rejectedLines) })}
      label={t('rejected')}
      pagesLabel={t('stretchPages')}
      previousLabel={t('previousStretches')}
      nextLabel={t('nextStretches')}
      isOrdered
      columns={columns}
      empty={<EmptyState title={t('noStretches')} />}
    >
      <div className="max-w-md px-5 py-4">
        <SelectField
          label={t('reason')}
          value={reason}
          placeholder={t('any')}
          options={file.reasons.map((one) => ({
            value: one.reason,
            label: `${one.reason} (${number(one.stretches)})`,
          }))}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
    </ConsoleTable>
  );
}

function useColumns(): DataTableColumn<Stretch>[] {
  const { t, i18n } = useTranslation('quarantine');
  return useMemo(() => {
    const number = (value: number) => formatNumber(value, i18n.language);
    return [
      {
        id: 'shape',
        header: t('shape'),
        width: 420,
        cell: ({ shape }) => (shape === null ? t('damaged') : <MonospaceValue value={shape} />),
      },
      {
        id: 'reason',
        header: t('reason'),
        width: 200,
        cell: ({ reason }) => <MonospaceValue value={reason} />,
      },
      {
        id: 'place',
        header: t('position'),
        width: 200,
        optional: 'first',
        cell: ({ start, member, memberOffset }) =>
          member === null ? number(start) : <MonospaceValue value={`${member}: ${memberOffset ?? 0}`} />,
      },
      {
        id: 'length',
        header: t('bytes'),
        width: 110,
        align: 'end',
        cell: ({ length }) => <span className="tabular-nums">{number(length)}</span>,
      },
    ];
  }, [t, i18n.language]);
}
