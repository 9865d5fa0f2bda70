import { useTranslation } from 'react-i18next';
import { Page } from '@/ui/layout/page';
import { PageHeader } from '@/ui/layout/page-header';
import { ApiFirstQuery } from './api-first-query';
import { ApiKeyList } from './api-key-list';

/** Settings > API: the account's keys and a first query. */
export function ApiPage() {
  const { t } = useTranslation('api');
  return (
    <Page width="wide">
      <title>{t('title')}</title>
      <PageHeader title={t('title')} description={t('description')} />
      <ApiKeyList />
      <ApiFirstQuery />
    </Page>
  );
}
