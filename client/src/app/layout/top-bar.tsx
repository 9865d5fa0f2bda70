import { Menu as MenuIcon, Search } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { loadTexts } from '@/i18n';
import { capsOf } from '@/lib/commands/keys';
import { IconButton } from '@/ui/form/icon-button';
import { UserMenu } from './user-menu';

const NotificationBell = lazy(async () => {
  const [part] = await Promise.all([import('@/features/notifications/bell'), loadTexts('notifications')]);
  return { default: part.NotificationBell };
});

interface TopBarProps {
  menuOpen: boolean;
  onOpenMenu: () => void;
  onOpenPalette: () => void;
}

export function TopBar({ menuOpen, onOpenMenu, onOpenPalette }: TopBarProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { t: command } = useTranslation('commands');
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center justify-between gap-1 border-b border-line bg-canvas/90 px-3 backdrop-blur-sm md:px-8 print:hidden">
      <div className="md:hidden">
        <IconButton
          label={t('layout.openMenu')}
          icon={<MenuIcon />}
          size="lg"
          aria-expanded={menuOpen}
          aria-haspopup="dialog"
          onClick={onOpenMenu}
        />
      </div>
      <div className="ms-auto flex min-w-0 items-center gap-1 md:gap-3">
        <button
          type="button"
          onClick={onOpenPalette}
          aria-keyshortcuts="Control+K Meta+K"
          className="inline-flex h-9 shrink-0 items-center gap-2 rounded-md border border-transparent px-2.5 text-sm text-ink-muted transition-colors duration-100 hover:text-ink md:border-line md:bg-surface md:pe-2 md:hover:border-line-control [&_svg]:size-4"
        >
          <Search aria-hidden="true" />
          <span className="sr-only md:not-sr-only">{command('open')}</span>
          <kbd
            aria-hidden="true"
            dir="ltr"
            className="hidden rounded-xs border border-line bg-sunken px-1.5 py-0.5 font-mono text-2xs md:inline"
          >
            {capsOf('mod+k').join(' ')}
          </kbd>
        </button>
        {/* The room is kept free until it has loaded. */}
        <span className="size-9">
          <Suspense>
            <NotificationBell />
          </Suspense>
        </span>
        <UserMenu onGo={(path) => void navigate(path)} />
      </div>
    </header>
  );
}
