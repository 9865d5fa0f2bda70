import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { formatNumber } from '@/lib/format';
import { toUserMessage } from '@/lib/graphql/errors';
import { incidentPath, paths } from '@/lib/paths';
import { useSession } from '@/lib/session/store';
import { useUrlState } from '@/lib/url-state';
import { EmptyState } from '@/ui/feedback/empty-state';
import { ErrorPanel } from '@/ui/feedback/error-panel';
import { AllClear, NoneYet } from '@/ui/feedback/illustrations';
import { IconButton } from '@/ui/form/icon-button';
import { SegmentedControl } from '@/ui/form/segmented-control';
import { Card } from '@/ui/layout/card';
import { Link } from '@/ui/layout/link';
import { Page } from '@/ui/layout/page';
import { PageHeader } from '@/ui/layout/page-header';
import { Tabs } from '@/ui/layout/tabs';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { IncidentTable } from './incident-table';
import { inboxSchema, type InboxState } from './inbox-state';
import { useInbox } from './use-inbox';
import { useInboxCommands } from './use-inbox-commands';

const TABS = ['new', 'mine', 'waiting', 'closed'] as const;

/** What happened, grouped by infected device and leak, and who works on it. */
export function InboxPage() {
  const { t, i18n } = useTranslation('incidents');
  const [state, change] = useUrlState(inboxSchema);
  const isOrganization = useSession().account?.user.role === 'Organization';
  const inbox = useInbox(state);
  const { counts } = inbox;
  // Individuals have nobody to assign an incident to; an incident of theirs is new, waiting or closed.
  const tabs = TABS.filter((tab) => tab !== 'mine' || isOrganization || state.tab === tab || (counts?.mine ?? 0) > 0);
  return (
    <Page width="wide">
      <title>{t('title')}</title>
      <PageHeader title={t('title')} description={t('description')} />
      <VisuallyHidden live>
        {inbox.hasData && !inbox.loading ? t('count', { count: inbox.pages.total }) : ''}
      </VisuallyHidden>
      <Tabs
        label={t('tabs')}
        value={state.tab}
        onValueChange={(tab) => change({ tab })}
        tabs={tabs.map((tab) => ({
          value: tab,
          label: t(`tab.${tab}`),
          ...(counts && { count: formatNumber(counts[tab], i18n.language) }),
          content: tab === state.tab && (
            <TabContent
              state={state}
              inbox={inbox}
              hasAssignees={isOrganization}
              onOrder={(order) => change({ order })}
            />
          ),
        }))}
      />
    </Page>
  );
}

interface TabContentProps {
  state: InboxState;
  inbox: ReturnType<typeof useInbox>;
  hasAssignees: boolean;
  onOrder: (order: InboxState['order']) => void;
}

function TabContent({ state: { tab, order }, inbox, hasAssignees, onOrder }: TabContentProps) {
  const { t, i18n } = useTranslation('incidents');
  const navigate = useNavigate();
  const { rows, error, loading, refetch, pages } = inbox;
  useInboxCommands();
  const last = pages.first + rows.length - 1;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <SegmentedControl
          label={t('order.label')}
          value={order}
          onValueChange={onOrder}
          options={(['severity', 'recent'] as const).map((value) => ({ value, label: t(`order.${value}`) }))}
        />
        <span className="flex flex-wrap gap-x-4 text-sm">
          <Link to={paths.workforce} look="quiet">
            {t('lists.workforce')}
          </Link>
          <Link to={paths.portals} look="quiet">
            {t('lists.portals')}
          </Link>
        </span>
      </div>
      {error && !loading ? (
        <ErrorPanel
          title={t('failed.list')}
          text={toUserMessage(error)}
          retryLabel={t('failed.retry')}
          onRetry={() => void refetch()}
        />
      ) : (
        <Card padded={false}>
          <IncidentTable
            rows={rows}
            state={!loading ? 'ready' : inbox.hasData ? 'refreshing' : 'loading'}
            hasAssignees={hasAssignees}
            isClosedTab={tab === 'closed'}
            onOpen={(id) => void navigate(incidentPath(id))}
            empty={
              <EmptyState
                illustration={tab === 'closed' ? <NoneYet /> : <AllClear />}
                title={t(`empty.${tab}.title`)}
                text={t(`empty.${tab}.text`)}
              />
            }
          />
          {rows.length > 0 && (
            <nav
              aria-label={t('pages.label')}
              className="flex items-center justify-between gap-3 border-t border-line px-4 py-3"
            >
              <p className="text-sm text-ink-muted tabular-nums">
                {t(pages.totalIsExact ? 'pages.summary' : 'pages.summaryMore', {
                  first: formatNumber(pages.first, i18n.language),
                  last: formatNumber(last, i18n.language),
                  total: formatNumber(pages.total, i18n.language),
                })}
              </p>
              <div className="flex gap-1">
                <IconButton
                  size="sm"
                  label={t('pages.previous')}
                  icon={<ChevronLeft />}
                  disabled={!pages.previous}
                  onClick={pages.previous}
                />
                <IconButton
                  size="sm"
                  label={t('pages.next')}
                  icon={<ChevronRight />}
                  disabled={!pages.next}
                  onClick={pages.next}
                />
              </div>
            </nav>
          )}
        </Card>
      )}
    </div>
  );
}
