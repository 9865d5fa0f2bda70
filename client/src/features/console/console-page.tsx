import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCode } from '@/lib/graphql/errors';
import { paths } from '@/lib/paths';
import { useReauthentication } from '@/lib/session/reauthentication';
import { useSession } from '@/lib/session/store';
import type { QueryState } from '@/ui/feedback/async-content';
import { EmptyState } from '@/ui/feedback/empty-state';
import { NoMatch } from '@/ui/feedback/illustrations';
import { Button } from '@/ui/form/button';
import { Card } from '@/ui/layout/card';
import { Link } from '@/ui/layout/link';
import { Page } from '@/ui/layout/page';
import { PageHeader } from '@/ui/layout/page-header';

interface ConsolePageProps {
  title: string;
  description: string;
  actions?: ReactNode;
  /** Query of the page; its refusal replaces the page. */
  query: QueryState;
  children: ReactNode;
}

/** Page of the operator console. Shows who may use it instead, also when the role was removed while the page is open. */
export function ConsolePage({ title, description, actions, query, children }: ConsolePageProps) {
  const { error, loading } = query;
  const isForbidden = !loading && hasCode(error, 'FORBIDDEN');
  const lacksFactor = !loading && hasCode(error, 'SECOND_FACTOR_REQUIRED');
  return (
    <Page width="wide">
      <title>{title}</title>
      {isForbidden ? (
        <Forbidden />
      ) : lacksFactor ? (
        <SecondFactor onConfirmed={query.refetch} />
      ) : (
        <>
          <PageHeader title={title} description={description} actions={actions} />
          {children}
        </>
      )}
    </Page>
  );
}

function Forbidden() {
  const { t } = useTranslation('console');
  return (
    <>
      <PageHeader title={t('title')} />
      <Card padded={false}>
        <EmptyState
          illustration={<NoMatch />}
          title={t('forbidden.title')}
          text={t('forbidden.text')}
          action={
            <Link look="button" to={paths.dashboard}>
              {t('forbidden.back')}
            </Link>
          }
        />
      </Card>
    </>
  );
}

function SecondFactor({ onConfirmed }: { onConfirmed: QueryState['refetch'] }) {
  const { t } = useTranslation('console');
  const { account } = useSession();
  const { confirm, dialog } = useReauthentication();
  const [isBusy, setBusy] = useState(false);
  // Emailed codes don't count.
  const hasFactor = account?.user.mfa_settings?.is_mfa_device_enabled === true;
  async function ask() {
    if (!(await confirm())) return;
    setBusy(true);
    // A refusal is shown like that of the first request.
    await onConfirmed().catch(() => undefined);
    setBusy(false);
  }
  return (
    <>
      <PageHeader title={t('title')} />
      <Card padded={false}>
        {hasFactor ? (
          <EmptyState
            title={t('confirm.title')}
            text={t('confirm.text')}
            action={
              <Button
                variant="primary"
                onClick={() => void ask()}
                loadingLabel={isBusy ? t('confirm.busy') : undefined}
              >
                {t('confirm.button')}
              </Button>
            }
          />
        ) : (
          <EmptyState
            title={t('setUp.title')}
            text={t('setUp.text')}
            action={
              <Link look="button" to={paths.securitySettings}>
                {t('setUp.button')}
              </Link>
            }
          />
        )}
      </Card>
      {dialog}
    </>
  );
}
