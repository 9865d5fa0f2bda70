import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { consoleContentPath } from '@/lib/entity-paths';
import { freeText, oneOf, type UrlSchema, useUrlState } from '@/lib/url-state';
import { RelativeTime } from '@/ui/display/relative-time';
import { AsyncContent } from '@/ui/feedback/async-content';
import { Callout } from '@/ui/feedback/callout';
import { EmptyState } from '@/ui/feedback/empty-state';
import { NoMatch } from '@/ui/feedback/illustrations';
import { SearchField } from '@/ui/form/search-field';
import { SegmentedControl } from '@/ui/form/segmented-control';
import { SelectField } from '@/ui/form/select-field';
import { Card } from '@/ui/layout/card';
import { Link } from '@/ui/layout/link';
import { DataTable } from '@/ui/table/data-table';
import type { DataTableColumn } from '@/ui/table/data-table-types';
import { ConsolePage } from '../console-page';
import { type ConsoleContentQuery, useConsoleContentQuery } from './content.generated';
import { StateBadges } from './state-badges';

type Listed = ConsoleContentQuery['console']['content']['documents'][number];

interface ContentState {
  search: string;
  language: string;
  state: 'all' | 'draft' | 'edited' | 'shipped';
}

const schema: UrlSchema<ContentState> = {
  search: freeText,
  language: freeText,
  state: oneOf('all', 'draft', 'edited', 'shipped'),
};

/** Whether a document is in a state. */
const IS_IN = {
  all: () => true,
  draft: (one: Listed) => one.hasDraft,
  edited: (one: Listed) => one.isEdited,
  shipped: (one: Listed) => !one.isEdited,
};

/** Documents of the public pages and of the product, in each language. */
export function ContentPage() {
  const { t } = useTranslation('content');
  const navigate = useNavigate();
  const [{ search, language, state }, change] = useUrlState(schema);
  const asked = useConsoleContentQuery({ fetchPolicy: 'cache-and-network' });
  const content = asked.data?.console.content;
  const columns = useColumns();
  const documents = content?.documents ?? [];
  const wanted = search.trim().toLowerCase();
  const rows = documents.filter(
    (one) =>
      (language === '' || one.locale === language) &&
      IS_IN[state](one) &&
      `${t(`names.${one.name}`)} ${one.language} ${one.locale}`.toLowerCase().includes(wanted),
  );
  const languages = new Map(documents.map((one) => [one.locale, one.language]));
  return (
    <ConsolePage title={t('title')} description={t('text')} query={asked}>
      {content?.serviceAddress && (
        <Callout action={<Link href={`${content.serviceAddress}/admin`}>{t('openService')}</Link>}>
          {t('elsewhere')}
        </Callout>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-56 flex-1">
          <SearchField
            label={t('search')}
            placeholder={t('search')}
            clearLabel={t('clear')}
            value={search}
            onValueChange={(value) => change({ search: value }, { replace: true })}
          />
        </div>
        <SelectField
          label={t('language')}
          labelHidden
          placeholder={t('anyLanguage')}
          value={language}
          options={[...languages].map(([value, label]) => ({ value, label }))}
          onChange={(event) => change({ language: event.target.value })}
        />
        <SegmentedControl
          label={t('state')}
          value={state}
          onValueChange={(value) => change({ state: value })}
          options={(['all', 'draft', 'edited', 'shipped'] as const).map((value) => ({
            value,
            label: t(`states.${value}`),
          }))}
        />
      </div>
      <Card padded={false}>
        <AsyncContent query={asked} padded>
          <DataTable
            label={t('title')}
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            state={content ? (asked.loading ? 'refreshing' : 'ready') : 'loading'}
            loadingLabel={t('loading')}
            skeletonRows={10}
            onOpen={({ name, locale }) => void navigate(consoleContentPath(name, locale))}
            empty={<EmptyState illustration={<NoMatch />} title={t('none')} text={t('noneText')} />}
          />
        </AsyncContent>
      </Card>
    </ConsolePage>
  );
}

function useColumns(): DataTableColumn<Listed>[] {
  const { t } = useTranslation('content');
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('document'),
        width: 200,
        cell: ({ name }) => <span className="font-medium text-ink">{t(`names.${name}`)}</span>,
      },
      {
        id: 'language',
        header: t('language'),
        width: 140,
        cell: ({ language, locale }) => <bdi lang={locale}>{language}</bdi>,
      },
      {
        id: 'state',
        header: t('state'),
        width: 260,
        cell: (one) => (
          <span className="flex flex-wrap gap-1">
            <StateBadges document={one} />
          </span>
        ),
      },
      {
        id: 'by',
        header: t('by'),
        width: 240,
        optional: 'first',
        cell: ({ changedBy }) => (
          <bdi dir="ltr" className="whitespace-normal wrap-anywhere">
            {changedBy ?? ''}
          </bdi>
        ),
      },
      {
        id: 'changed',
        header: t('lastChange'),
        width: 150,
        exact: true,
        align: 'end',
        cell: ({ changedAt }) => (changedAt === null ? t('never') : <RelativeTime iso={changedAt} />),
      },
    ],
    [t],
  );
}
