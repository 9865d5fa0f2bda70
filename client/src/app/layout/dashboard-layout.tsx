import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { loadTexts } from '@/i18n';
import { ReauthenticationContext, type ReauthenticationProps } from '@/lib/session/reauthentication';
import { useSession } from '@/lib/session/store';
import { useAccountUpdate } from '@/lib/session/use-account-update';
import { createStoredValue } from '@/lib/stored-value';
import { SkipLink } from '@/ui/layout/skip-link';
import { Commands, useCommandWindows } from './commands';
import { OfflineNotice } from './offline-notice';
import { Sidebar } from './sidebar';
import { TopBar } from './top-bar';

// Few need them.
const MobileMenu = lazy(async () => ({ default: (await import('./mobile-menu')).MobileMenu }));
const UnverifiedBanner = lazy(async () => ({ default: (await import('./unverified-banner')).UnverifiedBanner }));

const CONTENT_ID = 'content';
const sidebarCollapsed = createStoredValue<boolean>('breachlight-sidebar-collapsed', (text) => text === 'true', String);

const ReauthenticationDialog = lazy(async () => {
  const [part] = await Promise.all([import('@/features/session/reauthentication-dialog'), loadTexts('session')]);
  return { default: part.ReauthenticationDialog };
});

/** Loads its content on first use and then keeps it mounted for the closing animation. */
function OnFirstUse({ open, children }: { open: boolean; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(false);
  if (open && !wasOpen) setWasOpen(true);
  return wasOpen && <Suspense>{children}</Suspense>;
}

const drawReauthentication = (props: ReauthenticationProps) => (
  <OnFirstUse open={props.open}>
    <ReauthenticationDialog {...props} />
  </OnFirstUse>
);

/** Frame of the signed-in pages: sidebar, top bar, content. */
export function DashboardLayout() {
  const { t } = useTranslation();
  const { account } = useSession();
  const collapsed = sidebarCollapsed.useValue();
  const [menuOpen, setMenuOpen] = useState(false);
  const windows = useCommandWindows();
  useAccountUpdate();
  return (
    <div className="flex min-h-dvh">
      <SkipLink targetId={CONTENT_ID} label={t('skipToContent')} />
      <Sidebar collapsed={collapsed} onCollapsedChange={sidebarCollapsed.write} menuOpen={menuOpen} />
      <OnFirstUse open={menuOpen}>
        <MobileMenu open={menuOpen} onOpenChange={setMenuOpen} />
      </OnFirstUse>
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar
          menuOpen={menuOpen}
          onOpenMenu={() => setMenuOpen(true)}
          onOpenPalette={() => windows.show('palette')}
        />
        <main id={CONTENT_ID} tabIndex={-1} className="min-w-0 flex-1 px-4 py-6 outline-none md:px-8 md:py-8 print:p-0">
          {account?.user.is_email_verified === false && (
            <Suspense>
              <UnverifiedBanner />
            </Suspense>
          )}
          <ReauthenticationContext value={drawReauthentication}>
            <Suspense>
              <Outlet />
            </Suspense>
          </ReauthenticationContext>
        </main>
      </div>
      <Commands {...windows} />
      <OfflineNotice />
    </div>
  );
}
