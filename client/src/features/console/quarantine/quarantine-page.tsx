import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { consoleQuarantinedFilePath } from '@/lib/entity-paths';
import { formatNumber } from '@/lib/format';
import { freeText, type UrlSchema, useUrlState } from '@/lib/url-state';
import { useSettled } from '@/lib/use-settled';
import { Badge } from '@/ui/display/badge';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { RelativeTime } from '@/ui/display/relative-time';
import { EmptyState } from '@/ui/feedback/empty-state';
import { NoMatch } from '@/ui/feedback/illustrations';
import { SearchField } from '@/ui/form/search-field';
import { SelectField } from '@/ui/form/select-field';
import type { DataTableColumn } from '@/ui/table/data-table-types';
import { ConsolePage } from '../console-page';
import { ConsoleTable } from '../console-table';
import { useCursorPages } from '../use-cursor-pages';
import { type ConsoleQuarantineQuery, useConsoleQuarantineQuery } from './quarantine.generated';

type File = ConsoleQuarantineQuery['console']['quarantine']['results'][number];

const schema: UrlSchema<{ search: string; reason: string }> = { search: freeText, reason: freeText };
const PAGE_SIZE = 50;

/** Files with rejected input, and files that are held. */
export function QuarantinePage() {
  const { t } = useTranslation('quarantine');
  const navigate = useNavigate();
  const [{ search, reason }, change] = useUrlState(schema);
  const settled = useSettled(search).trim();
  const position = useCursorPages(`${reason} ${settled}`, PAGE_SIZE);
  const asked = useConsoleQuarantineQuery({
    variables: {
      first: PAGE_SIZE,
      ...(settled && { search: settled }),
      ...(reason && { reason }),
      ...(position.after !== undefined && { after: position.after }),
    },
    fetchPolicy: 'cache-and-network',
  });
  const found = (asked.data ?? (asked.loading ? asked.previousData : undefined))?.console;
  const columns = useColumns();
  const reasons = found?.rejectionReasons ?? [];
  return (
    <ConsolePage title={t('title')} description={t('text')} query={asked}>
      <search className="flex flex-wrap items-end gap-3">
        <div className="min-w-56 flex-2">
          <SearchField
            label={t('search')}
            placeholder={t('search')}
            clearLabel={t('clear')}
            value={search}
            onValueChange={(value) => change({ search: value }, { replace: true })}
          />
        </div>
        <div className="min-w-44 flex-1">
          <SelectField
            label={t('reason')}
            value={reason}
            placeholder={t('any')}
            options={(reason && !reasons.includes(reason) ? [...reasons, reason] : reasons).map((value) => ({
              value,
              label: value,
            }))}
            onChange={({ target }) => change({ reason: target.value })}
          />
        </div>
      </search>
      <ConsoleTable
        query={asked}
        page={found?.quarantine}
        position={position}
        label={t('title')}
        pagesLabel={t('pages')}
        previousLabel={t('previous')}
        nextLabel={t('next')}
        columns={columns}
        onOpen={({ id }) => void navigate(consoleQuarantinedFilePath(id))}
        hrefOf={({ id }) => consoleQuarantinedFilePath(id)}
        empty={<EmptyState illustration={<NoMatch />} title={t('none')} text={t('noneText')} />}
      />
    </ConsolePage>
  );
}

function useColumns(): DataTableColumn<File>[] {
  const { t, i18n } = useTranslation('quarantine');
  return useMemo(() => {
    const number = (value: number) => formatNumber(value, i18n.language);
    return [
      {
        id: 'name',
        header: t('file'),
        width: 260,
        cell: ({ name }) => (
          <bdi title={name} className="font-medium text-ink">
            {name}
          </bdi>
        ),
      },
      {
        id: 'leak',
        header: t('leak'),
        width: 220,
        cell: ({ leak }) => <bdi title={leak}>{leak}</bdi>,
      },
      {
        id: 'state',
        header: t('kept'),
        width: 170,
        exact: true,
        cell: ({ isHeld, stretches }) =>
          isHeld ? <Badge tone="warning">{t('held')}</Badge> : t('stretches', { number: number(stretches) }),
      },
      {
        id: 'reasons',
        header: t('reasons'),
        width: 260,
        optional: 'first',
        cell: ({ reasons }) =>
          reasons.length > 0 ? (
            <MonospaceValue
              value={reasons.map((one) => `${one.reason} ${number(one.stretches)}`).join(', ')}
              truncate
            />
          ) : (
            '–'
          ),
      },
      {
        id: 'rejected',
        header: t('rejectedLines'),
        width: 140,
        align: 'end',
        optional: 'next',
        cell: ({ rejectedLines }) => <span className="tabular-nums">{number(rejectedLines)}</span>,
      },
      {
        id: 'started',
        header: t('started'),
        width: 150,
        exact: true,
        align: 'end',
        cell: ({ startedAt }) => <RelativeTime iso={startedAt} />,
      },
    ];
  }, [t, i18n.language]);
}
