import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatDay, formatList } from '@/lib/format';
import { usePermissions } from '@/lib/session/permissions';
import { Badge } from '@/ui/display/badge';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { AsyncContent } from '@/ui/feedback/async-content';
import { EmptyState } from '@/ui/feedback/empty-state';
import { NoneYet } from '@/ui/feedback/illustrations';
import { toastFailure, toastOutcome } from '@/ui/feedback/mutation-toasts';
import { Button } from '@/ui/form/button';
import { Card } from '@/ui/layout/card';
import { AlertDialog } from '@/ui/overlay/alert-dialog';
import { DataTable } from '@/ui/table/data-table';
import type { DataTableColumn } from '@/ui/table/data-table-types';
import { ApiKeyDialog } from './api-key-dialog';
import {
  ApiKeysDocument,
  type ApiKeysQuery,
  useApiFactsQuery,
  useApiKeysQuery,
  useRevokeApiKeyMutation,
} from './api-keys.generated';
import { SuspendedApiKeys } from './suspended-api-keys';

type ApiKey = ApiKeysQuery['apiKeys'][number];

const isExpired = (key: ApiKey): boolean => key.expiresAt !== null && Date.parse(key.expiresAt) <= Date.now();

const isSuspended = (key: ApiKey): boolean => key.suspendedAt !== null;

/** API keys of the account; creates and revokes them. */
export function ApiKeyList() {
  const { t } = useTranslation('api');
  const mayManage = usePermissions()('MANAGE_API_KEYS');
  const facts = useApiFactsQuery().data?.apiFacts;
  const [creating, setCreating] = useState(false);
  const newKey = (
    <Button variant="primary" icon={<Plus className="size-4" />} onClick={() => setCreating(true)}>
      {t('keys.new')}
    </Button>
  );

  return (
    <Card
      title={t('keys.title')}
      description={facts && t('keys.text', { count: facts.mostKeys })}
      actions={mayManage && newKey}
      padded={false}
    >
      {mayManage ? <Keys /> : <EmptyState title={t('keys.notOwner')} text={t('keys.notOwnerText')} />}
      <ApiKeyDialog open={creating} onClose={() => setCreating(false)} />
    </Card>
  );
}

function Keys() {
  const { t } = useTranslation('api');
  const answered = useApiKeysQuery({ fetchPolicy: 'cache-and-network' });
  const { data } = answered;
  const [asked, setAsked] = useState<ApiKey>();
  const columns = useColumns(setAsked);
  return (
    <AsyncContent query={answered} padded>
      <SuspendedApiKeys keys={(data?.apiKeys ?? []).filter(isSuspended)} onRevoke={setAsked} />
      <DataTable
        label={t('keys.table')}
        columns={columns}
        rows={data?.apiKeys ?? []}
        rowId={(key) => key.id}
        state={data ? 'ready' : 'loading'}
        loadingLabel={t('keys.loading')}
        skeletonRows={2}
        empty={<EmptyState title={t('keys.emptyTitle')} text={t('keys.emptyText')} illustration={<NoneYet />} />}
      />
      <RevokeDialog apiKey={asked} onClose={() => setAsked(undefined)} />
    </AsyncContent>
  );
}

function useColumns(revoke: (key: ApiKey) => void): readonly DataTableColumn<ApiKey>[] {
  const { t, i18n } = useTranslation('api');
  const day = (iso: string) => formatDay(iso, i18n.language);
  return [
    {
      id: 'name',
      header: t('keys.name'),
      width: 260,
      cell: (key) => (
        <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 gap-y-1" title={key.name}>
          <span className="min-w-0 truncate font-medium">{key.name}</span>
          {isSuspended(key) && <Badge tone="warning">{t('suspended.badge')}</Badge>}
          {isExpired(key) && <Badge tone="warning">{t('keys.expired')}</Badge>}
          {key.maker === null && <Badge tone="warning">{t('keys.orphaned')}</Badge>}
        </span>
      ),
    },
    {
      id: 'scopes',
      header: t('keys.scopes'),
      width: 190,
      cell: (key) => {
        const names = key.scopes.map((scope) => t(`scope.${scope}`));
        const scopes = formatList(names, i18n.language);
        return <span title={scopes}>{scopes}</span>;
      },
    },
    {
      id: 'hint',
      header: t('keys.hint'),
      width: 96,
      exact: true,
      optional: 'next',
      cell: (key) => <MonospaceValue value={key.hint} />,
    },
    {
      id: 'created',
      header: t('keys.created'),
      width: 128,
      exact: true,
      optional: 'first',
      cell: (key) => (
        <span title={key.maker === null ? undefined : t('keys.by', { maker: key.maker })}>{day(key.createdAt)}</span>
      ),
    },
    {
      id: 'expires',
      header: t('keys.expires'),
      width: 128,
      exact: true,
      cell: (key) => (key.expiresAt === null ? t('keys.never') : day(key.expiresAt)),
    },
    {
      id: 'lastUsed',
      header: t('keys.lastUsed'),
      width: 184,
      exact: true,
      cell: (key) => (key.lastUsedAt === null ? t('keys.notUsed') : formatDateTime(key.lastUsedAt, i18n.language)),
    },
    {
      id: 'revoke',
      header: t('keys.action'),
      headerHidden: true,
      width: 112,
      exact: true,
      align: 'end',
      card: 'aside',
      // Suspended keys have their buttons above the table.
      cell: (key) =>
        !isSuspended(key) && (
          <Button size="sm" aria-label={t('revoke.label', { name: key.name })} onClick={() => revoke(key)}>
            {t('revoke.button')}
          </Button>
        ),
    },
  ];
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey | undefined; onClose: () => void }) {
  const { t } = useTranslation('api');
  const [revoke, { loading }] = useRevokeApiKeyMutation({
    fetchPolicy: 'no-cache',
    refetchQueries: [ApiKeysDocument],
    awaitRefetchQueries: true,
  });

  async function end(key: ApiKey) {
    try {
      const result = (await revoke({ variables: { id: key.id } })).data?.revokeApiKey;
      toastOutcome(result);
    } catch (failure) {
      toastFailure(failure);
    }
    onClose();
  }

  return (
    <AlertDialog
      open={apiKey !== undefined}
      onOpenChange={(stays) => {
        if (!stays && !loading) onClose();
      }}
      title={t('revoke.question', { name: apiKey?.name ?? '' })}
      message={t('revoke.text')}
      confirmLabel={t('revoke.confirm')}
      cancelLabel={t('revoke.cancel')}
      tone="danger"
      onConfirm={() => {
        if (apiKey) void end(apiKey);
      }}
      busyLabel={loading ? t('revoke.busy') : undefined}
    />
  );
}
