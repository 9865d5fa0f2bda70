import { GraphiQL } from 'graphiql';
import { useEffect, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { connection } from '@/lib/graphql/client';
import { useSession } from '@/lib/session/store';
import { Logo } from '@/ui/display/logo';
import { SegmentedControl } from '@/ui/form/segmented-control';
import { Link } from '@/ui/layout/link';
import { useThemeChoice } from '@/ui/theme';
import { SessionRefresh } from '../session-refresh';
import { EXAMPLES, type Service, SERVICES } from './examples';
import { createFetcher } from './fetcher';
import { createStorage } from './storage';

const FETCHERS = {
  product: createFetcher({ path: '/graphql', sessionToken: () => connection.refresher.freshToken() }),
  content: createFetcher({ path: '/content/graphql', sessionToken: () => Promise.resolve(null) }),
};
const STORAGES = { product: createStorage('product'), content: createStorage('content') };
const TABS = {
  product: EXAMPLES.product.map((query) => ({ query })),
  content: EXAMPLES.content.map((query) => ({ query })),
};
const THEMES = { light: 'light', dark: 'dark', 'match-browser': 'system' } as const;

const serviceOfAddress = (): Service => SERVICES.find((service) => location.hash === `#${service}`) ?? 'product';

/** The service named by the hash of the address, and a function that changes both. */
function useService(): [Service, (service: Service) => void] {
  const [service, setService] = useState(serviceOfAddress);
  useEffect(() => {
    const follow = () => setService(serviceOfAddress());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return [
    service,
    (chosen) => {
      setService(chosen);
      history.replaceState(null, '', `#${chosen}`);
    },
  ];
}

/** GraphiQL for the schemas of both services. The tool itself exists in English only. */
export function GraphiQLPage() {
  const { t } = useTranslation('graphiql');
  const { t: app } = useTranslation();
  const [service, setService] = useService();
  const theme = useThemeChoice();
  return (
    <div className="flex min-h-dvh flex-col lg:h-dvh">
      <SessionRefresh />
      <header className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line bg-surface px-4 py-3">
        <div className="flex items-center gap-3">
          <Logo name={app('name')} wordmark={false} />
          <h1 className="text-lg font-semibold">{app('graphiql')}</h1>
        </div>
        <SegmentedControl
          label={t('schema.label')}
          value={service}
          onValueChange={setService}
          options={SERVICES.map((value) => ({ value, label: t(`schema.${value}`) }))}
        />
        <div className="ms-auto text-base">
          <Link look="quiet" href="/#/dashboard">
            {app('userMenu.dashboard')}
          </Link>
        </div>
        <p className="w-full text-sm text-pretty text-ink-secondary">
          <Access service={service} />
        </p>
      </header>
      {/* Clipped: GraphiQL moves closed panes far to the left, where a page from right to left would scroll to. */}
      <main lang="en" dir="ltr" className="relative grid min-h-180 flex-1 overflow-clip *:min-h-0 lg:min-h-0">
        <GraphiQL
          key={service}
          fetcher={FETCHERS[service]}
          storage={STORAGES[service]}
          defaultTabs={TABS[service]}
          forcedTheme={THEMES[theme]}
          // A key that is tried out must not stay in the browser.
          shouldPersistHeaders={false}
        />
      </main>
    </div>
  );
}

/** How requests to a service are authorized. */
function Access({ service }: { service: Service }) {
  const { t } = useTranslation('graphiql');
  const { account } = useSession();
  if (service === 'content') return t('access.content');
  return (
    <Trans
      t={t}
      i18nKey={account ? 'access.session' : 'access.none'}
      values={{ email: account?.user.email }}
      components={{
        login: <Link href="/#/auth/login">{undefined}</Link>,
        email: <bdi dir="ltr" className="font-medium text-ink wrap-anywhere" />,
        header: (
          <code dir="ltr" className="font-mono text-[0.92em] text-ink sm:whitespace-nowrap">
            {'{ "Authorization": "Bearer blk_…" }'}
          </code>
        ),
      }}
    />
  );
}
