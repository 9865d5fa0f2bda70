import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { formatNumber } from '@/lib/format';
import { consoleAccountPath } from '@/lib/entity-paths';
import { paths } from '@/lib/paths';
import { freeText, oneOf, type UrlSchema, useUrlState } from '@/lib/url-state';
import { useSettled } from '@/lib/use-settled';
import { Badge } from '@/ui/display/badge';
import { RelativeTime } from '@/ui/display/relative-time';
import { EmptyState } from '@/ui/feedback/empty-state';
import { NoMatch } from '@/ui/feedback/illustrations';
import { SearchField } from '@/ui/form/search-field';
import { SegmentedControl } from '@/ui/form/segmented-control';
import { Link } from '@/ui/layout/link';
import type { DataTableColumn } from '@/ui/table/data-table-types';
import { type ConsoleAccountsQuery, useConsoleAccountsQuery } from './accounts.generated';
import { ConsolePage } from './console-page';
import { ConsoleTable } from './console-table';
import { useCursorPages } from './use-cursor-pages';

type Account = ConsoleAccountsQuery['console']['accounts']['results'][number];

interface AccountsState {
  search: string;
  kind: 'all' | 'individual' | 'organization';
}

const schema: UrlSchema<AccountsState> = { search: freeText, kind: oneOf('all', 'individual', 'organization') };
const KINDS = { individual: 'INDIVIDUAL', organization: 'ORGANIZATION' } as const;
const PAGE_SIZE = 50;

/** People and organizations of the installation. */
export function AccountsPage() {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const [{ search, kind }, change] = useUrlState(schema);
  const settled = useSettled(search).trim();
  const position = useCursorPages(`${kind} ${settled}`, PAGE_SIZE);
  const asked = useConsoleAccountsQuery({
    variables: {
      first: PAGE_SIZE,
      ...(settled && { search: settled }),
      ...(kind !== 'all' && { kind: KINDS[kind] }),
      ...(position.after !== undefined && { after: position.after }),
    },
    fetchPolicy: 'cache-and-network',
  });
  const page = (asked.data ?? (asked.loading ? asked.previousData : undefined))?.console.accounts;
  const columns = useColumns();
  return (
    <ConsolePage
      title={t('accounts.title')}
      description={t('accounts.text')}
      query={asked}
      actions={
        <Link look="button" to={paths.consoleApplications}>
          {t('applications.title')}
        </Link>
      }
    >
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-56 flex-1">
          <SearchField
            label={t('accounts.search')}
            placeholder={t('accounts.search')}
            clearLabel={t('accounts.clear')}
            value={search}
            onValueChange={(value) => change({ search: value }, { replace: true })}
          />
        </div>
        <SegmentedControl
          label={t('accounts.kind')}
          value={kind}
          onValueChange={(value) => change({ kind: value })}
          options={(['all', 'individual', 'organization'] as const).map((value) => ({
            value,
            label: t(`accounts.kinds.${value}`),
          }))}
        />
      </div>
      <ConsoleTable
        query={asked}
        page={page}
        position={position}
        label={t('accounts.title')}
        pagesLabel={t('accounts.pages')}
        previousLabel={t('accounts.previous')}
        nextLabel={t('accounts.next')}
        columns={columns}
        onOpen={({ id }) => void navigate(consoleAccountPath(id))}
        empty={<EmptyState illustration={<NoMatch />} title={t('accounts.none')} text={t('accounts.noneText')} />}
      />
    </ConsolePage>
  );
}

function useColumns(): DataTableColumn<Account>[] {
  const { t, i18n } = useTranslation('console');
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('accounts.name'),
        width: 250,
        cell: ({ companyName, ownerName, id }) => (
          <bdi title={companyName ?? ownerName ?? undefined} className="font-medium text-ink">
            {companyName || ownerName || id}
          </bdi>
        ),
      },
      {
        id: 'email',
        header: t('accounts.owner'),
        width: 270,
        cell: ({ ownerEmail }) => (
          <bdi dir="ltr" title={ownerEmail ?? undefined}>
            {ownerEmail ?? t('unknown')}
          </bdi>
        ),
      },
      {
        id: 'state',
        header: t('accounts.state'),
        width: 150,
        card: 'aside',
        cell: ({ isDisabled, isVerified }) =>
          isDisabled ? (
            <Badge tone="danger">{t('home.disabled')}</Badge>
          ) : isVerified ? (
            <Badge tone="success">{t('accounts.verified')}</Badge>
          ) : (
            <Badge tone="warning">{t('accounts.unverified')}</Badge>
          ),
      },
      {
        id: 'kind',
        header: t('accounts.kind'),
        width: 140,
        optional: 'first',
        cell: ({ kind }) => t(`accounts.kindOf.${kind}`),
      },
      {
        id: 'members',
        header: t('accounts.members'),
        width: 110,
        align: 'end',
        optional: 'next',
        cell: ({ members }) => formatNumber(members, i18n.language),
      },
      {
        id: 'created',
        header: t('accounts.created'),
        width: 150,
        exact: true,
        align: 'end',
        cell: ({ createdAt }) => <RelativeTime iso={createdAt} />,
      },
    ],
    [t, i18n.language],
  );
}
