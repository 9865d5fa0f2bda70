import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { ReauthenticationDialog } from '@/features/session/reauthentication-dialog';
import { ReauthenticationContext, type ReauthenticationProps } from '@/lib/session/reauthentication';
import { useAccountUpdate } from '@/lib/session/use-account-update';
import { SkipLink } from '@/ui/skip-link';
import { MobileMenu } from './mobile-menu';
import { Sidebar } from './sidebar';
import { TopBar } from './top-bar';
import { UnverifiedNotice } from './unverified-notice';
import { useStoredFlag } from './use-stored-flag';

const CONTENT_ID = 'content';
const drawReauthentication = (props: ReauthenticationProps) => <ReauthenticationDialog {...props} />;

/** The frame of every signed-in page: sidebar, top bar, content. */
export function DashboardLayout() {
  const { t } = useTranslation();
  const [collapsed, setCollapsed] = useStoredFlag('breachlight-sidebar-collapsed');
  const [menuOpen, setMenuOpen] = useState(false);
  useAccountUpdate();
  return (
    <div className="flex min-h-dvh">
      <SkipLink targetId={CONTENT_ID} label={t('skipToContent')} />
      <Sidebar collapsed={collapsed} onCollapsedChange={setCollapsed} />
      <MobileMenu open={menuOpen} onOpenChange={setMenuOpen} />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar menuOpen={menuOpen} onOpenMenu={() => setMenuOpen(true)} />
        <main id={CONTENT_ID} tabIndex={-1} className="min-w-0 flex-1 px-4 py-6 outline-none md:px-8 md:py-8">
          <UnverifiedNotice />
          <ReauthenticationContext value={drawReauthentication}>
            <Suspense>
              <Outlet />
            </Suspense>
          </ReauthenticationContext>
        </main>
      </div>
    </div>
  );
}
