import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { formatDateTime } from '@/lib/format';
import { paths } from '@/lib/paths';
import { useReauthentication } from '@/lib/session/reauthentication';
import { withReauthentication } from '@/lib/session/with-reauthentication';
import { Badge } from '@/ui/display/badge';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { toastFailure, toastOutcome } from '@/ui/feedback/mutation-toasts';
import { Button } from '@/ui/form/button';
import { Card } from '@/ui/layout/card';
import { Link } from '@/ui/layout/link';
import { AlertDialog } from '@/ui/overlay/alert-dialog';
import { AccountMembers } from './account-members';
import {
  type ConsoleAccountQuery,
  useConsoleAccountQuery,
  useConsoleDeleteAccountMutation,
} from './accounts.generated';
import { ConsoleDetail } from './console-detail';
import { ConsolePage } from './console-page';

type Account = NonNullable<ConsoleAccountQuery['console']['account']>;

const nameOf = ({ companyName, members: [first], id }: Account) =>
  companyName || (first ? `${first.firstName} ${first.lastName}`.trim() || first.email : id);

/** One account: members with their sessions, domains, and what an operator may do. */
export function AccountPage() {
  const { t, i18n } = useTranslation('console');
  const { id = '' } = useParams();
  const asked = useConsoleAccountQuery({ variables: { id }, fetchPolicy: 'cache-and-network' });
  const account = asked.data?.console.account;
  return (
    <ConsolePage
      title={account ? nameOf(account) : t('accounts.one')}
      description={
        account
          ? t('account.since', {
              kind: t(`accounts.kindOf.${account.kind}`),
              time: formatDateTime(account.createdAt, i18n.language),
            })
          : ''
      }
      query={asked}
      actions={account && <Actions account={account} />}
    >
      <p className="-mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <Link look="quiet" to={paths.consoleAccounts}>
          {t('accounts.title')}
        </Link>
        {account && <MonospaceValue value={account.id} />}
        {account?.isMfaRequired && <Badge>{t('account.mfaRequired')}</Badge>}
      </p>
      <ConsoleDetail
        query={asked}
        skeletons={['h-48', 'h-32']}
        goneTitle={t('account.none')}
        goneText={t('account.noneText')}
      >
        {account ? (
          <>
            <AccountMembers members={account.members} />
            <Domains domains={account.domains} />
          </>
        ) : undefined}
      </ConsoleDetail>
    </ConsolePage>
  );
}

function Actions({ account }: { account: Account }) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const [remove, { loading }] = useConsoleDeleteAccountMutation({ fetchPolicy: 'no-cache' });
  const { confirm, dialog } = useReauthentication();
  const isOfOperator = account.members.some(({ isOperator }) => isOperator);

  async function deleteAccount() {
    try {
      const ask = async () => (await remove({ variables: { id: account.id } })).data?.result;
      if (toastOutcome(await withReauthentication(ask, confirm))) await navigate(paths.consoleAccounts);
    } catch (failure) {
      toastFailure(failure);
    }
  }

  return (
    <>
      <Link look="button" to={`${paths.consoleAuditLog}?${new URLSearchParams({ account: account.id })}`}>
        {t('account.log')}
      </Link>
      {!isOfOperator && (
        <Button variant="danger" onClick={() => setAsking(true)}>
          {t('account.delete')}
        </Button>
      )}
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('account.deleteQuestion', { name: nameOf(account) })}
        message={
          <>
            {t('account.deleteText')}
            {dialog}
          </>
        }
        confirmLabel={t('account.delete')}
        cancelLabel={t('cancel')}
        tone="danger"
        onConfirm={() => void deleteAccount()}
        busyLabel={loading ? t('account.deleting') : undefined}
      />
    </>
  );
}

function Domains({ domains }: { domains: Account['domains'] }) {
  const { t, i18n } = useTranslation('console');
  return (
    <Card title={t('account.domains')} padded={false}>
      {domains.length === 0 ? (
        <p className="p-5 text-base text-ink-muted">{t('account.noDomains')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {domains.map(({ domain, isVerified, isEnabled, checkedAt, missingSince }) => (
            <li key={domain} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-5 py-3">
              <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
                <MonospaceValue value={domain} />
                {missingSince !== null ? (
                  <Badge tone="danger">{t('account.recordMissing')}</Badge>
                ) : isVerified ? (
                  <Badge tone="success">{t('accounts.verified')}</Badge>
                ) : (
                  <Badge tone="warning">{t('accounts.unverified')}</Badge>
                )}
                {!isEnabled && <Badge>{t('account.off')}</Badge>}
              </span>
              <span className="text-sm text-ink-muted">
                {checkedAt === null
                  ? t('account.neverChecked')
                  : t('account.checked', { time: formatDateTime(checkedAt, i18n.language) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
