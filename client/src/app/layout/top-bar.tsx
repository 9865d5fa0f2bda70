import { Menu as MenuIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@/ui/icon-button';
import { UserMenu } from './user-menu';

export function TopBar({ menuOpen, onOpenMenu }: { menuOpen: boolean; onOpenMenu: () => void }) {
  const { t } = useTranslation();
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center justify-between gap-4 border-b border-line bg-canvas/90 px-3 backdrop-blur-sm md:px-8">
      <div className="md:invisible">
        <IconButton
          label={t('layout.openMenu')}
          icon={<MenuIcon />}
          size="lg"
          aria-expanded={menuOpen}
          aria-haspopup="dialog"
          onClick={onOpenMenu}
        />
      </div>
      <UserMenu />
    </header>
  );
}
