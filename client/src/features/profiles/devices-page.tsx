import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useRefreshOnDetections } from '@/lib/detection-feed/use-refresh-on-detections';
import { formatEvidenceTime, formatNumber } from '@/lib/format';
import { devicePath } from '@/lib/entity-paths';
import { useSession } from '@/lib/session/store';
import { oneOf, type UrlSchema, useUrlState } from '@/lib/url-state';
import { DeviceTile } from '@/ui/display/device-tile';
import { RelativeTime } from '@/ui/display/relative-time';
import { SeverityMark } from '@/ui/display/severity-mark';
import { AsyncContent } from '@/ui/feedback/async-content';
import { EmptyState } from '@/ui/feedback/empty-state';
import { AllClear, NoneYet } from '@/ui/feedback/illustrations';
import { SegmentedControl } from '@/ui/form/segmented-control';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { PageHeader } from '@/ui/layout/page-header';
import { CursorPages } from '@/ui/table/cursor-pages';
import { DataTable } from '@/ui/table/data-table';
import type { DataTableColumn } from '@/ui/table/data-table-types';
import { type DeviceListQuery, useDeviceListQuery } from './profiles.generated';

type Row = DeviceListQuery['devices']['results'][number];

interface DevicesState {
  state: 'open' | 'closed';
  order: 'severity' | 'recent' | 'logins' | 'people';
  /** Ascending; the worst, latest or largest come first otherwise. */
  reverse: 'no' | 'yes';
}

const schema: UrlSchema<DevicesState> = {
  state: oneOf('open', 'closed'),
  order: oneOf('severity', 'recent', 'logins', 'people'),
  reverse: oneOf('no', 'yes'),
};
const PAGE_SIZE = 25;
const ORDER = { severity: 'SEVERITY', recent: 'RECENT', logins: 'LOGINS', people: 'PEOPLE' } as const;

/** Infected devices with logins of the account, sortable. */
export function DevicesPage() {
  const { t, i18n } = useTranslation('profiles');
  const navigate = useNavigate();
  const { t: td } = useTranslation('detections');
  const [list, change] = useUrlState(schema);
  const { state, order } = list;
  const { asked, page, pages } = useDevices(list);
  const columns = useColumns();
  const number = (value: number) => formatNumber(value, i18n.language);
  const rows = page?.results ?? [];
  return (
    <Page width="wide">
      <title>{t('devices.title')}</title>
      <PageHeader title={t('devices.title')} description={t('devices.text')} />
      <div>
        <SegmentedControl
          label={t('devices.state')}
          value={state}
          onValueChange={(next) => change({ state: next })}
          options={(['open', 'closed'] as const).map((value) => ({ value, label: t(`devices.${value}`) }))}
        />
      </div>
      <Card
        padded={false}
        footer={
          rows.length > 0 && (
            <CursorPages
              label={t('devices.pages')}
              summary={t(page?.totalIsExact === false ? 'pages.summaryMore' : 'pages.summary', {
                first: number(pages.first),
                last: number(pages.first + rows.length - 1),
                total: number(page?.total ?? 0),
              })}
              previousLabel={t('pages.previous')}
              nextLabel={t('pages.next')}
              onPrevious={pages.previous}
              onNext={pages.next}
            />
          )
        }
      >
        <AsyncContent query={asked} padded>
          <DataTable
            label={t('devices.title')}
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            state={page ? (asked.loading ? 'refreshing' : 'ready') : 'loading'}
            loadingLabel={t('loading')}
            skeletonRows={5}
            sort={{ key: order, reverse: list.reverse === 'no' }}
            onSortChange={({ key }) => {
              // A new column starts with the most; the same one turns around.
              const isSame = key === order;
              change({ order: schema.order.read(key), reverse: isSame && list.reverse === 'no' ? 'yes' : 'no' });
            }}
            sortLabels={{ by: td('sort.by'), ascending: td('sort.ascending'), descending: td('sort.descending') }}
            hrefOf={({ id }) => devicePath(id)}
            onOpen={({ id }) => void navigate(devicePath(id))}
            empty={
              <EmptyState
                illustration={state === 'open' ? <AllClear /> : <NoneYet />}
                title={t(`devices.none.${state}`)}
                text={t(`devices.noneText.${state}`)}
              />
            }
          />
        </AsyncContent>
      </Card>
    </Page>
  );
}

/** A page of devices, kept up to date. Pages follow the position of the last device of the one before. */
function useDevices({ state, order, reverse }: DevicesState) {
  const list = `${state} ${order} ${reverse}`;
  const [position, setPosition] = useState<{ list: string; after: readonly string[] }>({ list, after: [] });
  const before = position.list === list ? position.after : [];
  const after = before.at(-1);
  const asked = useDeviceListQuery({
    variables: {
      isClosed: state === 'closed',
      orderBy: ORDER[order],
      reverse: reverse === 'yes',
      first: PAGE_SIZE,
      ...(after !== undefined && { after }),
    },
    fetchPolicy: 'cache-and-network',
  });
  useRefreshOnDetections(() => void asked.refetch(), asked.data ? null : undefined);
  const page = (asked.data ?? (asked.loading ? asked.previousData : undefined))?.devices;
  return {
    asked,
    page,
    pages: {
      first: before.length * PAGE_SIZE + 1,
      previous: before.length > 0 ? () => setPosition({ list, after: before.slice(0, -1) }) : undefined,
      next: page?.hasMore ? () => setPosition({ list, after: [...before, page.cursor] }) : undefined,
    },
  };
}

function useColumns(): DataTableColumn<Row>[] {
  const { t, i18n } = useTranslation('profiles');
  const { t: td } = useTranslation('detections');
  const isOrganization = useSession().account?.user.role === 'Organization';
  return useMemo(() => {
    const number = (value: number) => formatNumber(value, i18n.language);
    const people: DataTableColumn<Row> = {
      id: 'people',
      header: t('leak.people'),
      width: 100,
      exact: true,
      align: 'end',
      optional: 'next',
      sortKey: 'people',
      cell: ({ incident }) => number(incident.people.total),
    };
    return [
      {
        id: 'device',
        header: t('device.fallback'),
        width: 270,
        cell: ({ computer, userName, incident: { title } }) => (
          <span title={title} className="flex min-w-0 items-center gap-3">
            <DeviceTile size={28} />
            <span className="min-w-0 in-[td]:truncate">
              <bdi className="font-medium text-ink">{computer ?? t('device.unnamed')}</bdi>
              {userName && (
                <span className="text-ink-muted in-[li]:block">
                  <span className="in-[li]:hidden">{' · '}</span>
                  <bdi>{userName}</bdi>
                </span>
              )}
            </span>
          </span>
        ),
      },
      {
        id: 'severity',
        header: td('column.severity'),
        width: 125,
        exact: true,
        card: 'aside',
        sortKey: 'severity',
        cell: ({ incident: { severity } }) => (
          <SeverityMark level={severity.level} label={td(`severity.${severity.level}`)} />
        ),
      },
      {
        id: 'malware',
        header: t('devices.malware'),
        width: 165,
        exact: true,
        cell: ({ malware }) => malware.name ?? <span className="text-ink-muted">{t('leak.unknown')}</span>,
      },
      {
        id: 'system',
        header: t('device.fact.operatingSystem'),
        width: 180,
        optional: 'first',
        cell: ({ operatingSystem }) =>
          operatingSystem === null ? (
            <span className="text-ink-muted">{t('leak.unknown')}</span>
          ) : (
            <bdi title={operatingSystem}>{operatingSystem}</bdi>
          ),
      },
      {
        id: 'open',
        header: t('devices.logins'),
        width: 140,
        exact: true,
        align: 'end',
        sortKey: 'logins',
        cell: ({ incident }) =>
          t('devices.openOf', { open: number(incident.openDetections), total: number(incident.detections) }),
      },
      ...(isOrganization ? [people] : []),
      {
        id: 'infected',
        header: t('device.fact.infectedAt'),
        width: 190,
        exact: true,
        optional: 'first',
        cell: ({ infectedAt }) =>
          infectedAt === null ? (
            <span className="text-ink-muted">{t('leak.unknown')}</span>
          ) : (
            <time dateTime={infectedAt}>{formatEvidenceTime(infectedAt, i18n.language)}</time>
          ),
      },
      {
        id: 'last',
        header: t('devices.last'),
        width: 140,
        exact: true,
        align: 'end',
        sortKey: 'recent',
        cell: ({ incident }) => <RelativeTime iso={incident.lastDetectedAt} />,
      },
    ];
  }, [t, td, i18n.language, isOrganization]);
}
