import { useTranslation } from 'react-i18next';
import { usePermissions } from '@/lib/session/permissions';
import { useSession } from '@/lib/session/store';
import { Page } from '@/ui/layout/page';
import { PageHeader } from '@/ui/layout/page-header';
import { LiveList } from './live-list';
import { MonitoredList } from './monitored-list';
import { PeopleTable } from './people-table';

/** Settings > Monitored emails: other monitored addresses and, for organizations, people in leaks. */
export function EmailsPage() {
  const { t } = useTranslation('emails');
  const { account } = useSession();
  const manages = usePermissions()('MANAGE_EMAILS');
  const isOrganization = account?.user.role === 'Organization';
  return (
    <Page width="text">
      <title>{t('title')}</title>
      <PageHeader title={t('title')} description={t(manages ? 'description' : 'onlyOwners')} />
      <MonitoredList manages={manages} own={account?.user.email ?? ''} />
      {isOrganization && (
        <>
          <PeopleTable hasTitle />
          <LiveList manages={manages} />
        </>
      )}
    </Page>
  );
}
