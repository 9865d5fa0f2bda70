import { useTranslation } from 'react-i18next';
import { Page } from '@/ui/layout/page';
import { PageHeader } from '@/ui/layout/page-header';
import { PeopleTable } from './people-table';

/** People of the organization in leaks. */
export function PeoplePage() {
  const { t } = useTranslation('emails');
  return (
    <Page width="wide">
      <title>{t('people.heading')}</title>
      <PageHeader title={t('people.heading')} description={t('people.text')} />
      <PeopleTable />
    </Page>
  );
}
