import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/format';
import { useSession } from '@/lib/session/store';
import { useUrlState } from '@/lib/url-state';
import { Page } from '@/ui/layout/page';
import { PageHeader } from '@/ui/layout/page-header';
import { Tabs } from '@/ui/layout/tabs';
import { InboxList } from './inbox-list';
import { inboxSchema } from './inbox-state';
import { useInbox } from './use-inbox';

const TABS = ['new', 'mine', 'waiting', 'closed'] as const;

/** What happened, grouped by infected device and leak, and who works on it. */
export function InboxPage() {
  const { t, i18n } = useTranslation('incidents');
  const [state, change] = useUrlState(inboxSchema);
  const isOrganization = useSession().account?.user.role === 'Organization';
  const held = useRef((): boolean => false);
  const hold = useCallback((isHeld: () => boolean) => {
    held.current = isHeld;
  }, []);
  const inbox = useInbox(state, () => held.current());
  const { counts, rows, total, pageCount, loading } = inbox;
  // Individuals have nobody to assign an incident to; an incident of theirs is new, waiting or closed.
  const tabs = TABS.filter((tab) => tab !== 'mine' || isOrganization || state.tab === tab || (counts?.mine ?? 0) > 0);

  // Closing the last incidents of the last page leaves a page number that no longer exists.
  const isBeyondTheEnd = !loading && rows.length === 0 && total > 0 && state.page > pageCount;
  useEffect(() => {
    if (isBeyondTheEnd) change({ page: pageCount }, { replace: true });
  }, [isBeyondTheEnd, change, pageCount]);
  return (
    <Page width="wide">
      <title>{t('title')}</title>
      <PageHeader title={t('title')} description={t('description')} />
      <Tabs
        label={t('tabs')}
        value={state.tab}
        onValueChange={(tab) => change({ tab, only: '', page: 1 })}
        tabs={tabs.map((tab) => ({
          value: tab,
          label: t(`tab.${tab}`),
          ...(counts && { count: formatNumber(counts[tab], i18n.language) }),
          content: tab === state.tab && (
            <InboxList state={state} onChange={change} inbox={inbox} hasAssignees={isOrganization} onHold={hold} />
          ),
        }))}
      />
    </Page>
  );
}
