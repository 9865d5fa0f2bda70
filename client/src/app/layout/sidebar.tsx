import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { classes } from '@/ui/classes';
import { Logo } from '@/ui/display/logo';
import { IconButton } from '@/ui/form/icon-button';
import { Navigation } from './navigation';

interface SidebarProps {
  collapsed: boolean;
  onCollapsedChange: (collapsed: boolean) => void;
  /** The mobile menu stays open while the window grows to 1024 px (spec §9); until then it replaces the sidebar. */
  menuOpen: boolean;
}

/** Navigation of wide screens; collapses to icons. */
export function Sidebar({ collapsed, onCollapsedChange, menuOpen }: SidebarProps) {
  const { t } = useTranslation();
  return (
    <nav
      aria-label={t('layout.navigation')}
      className={classes(
        'sticky top-0 hidden h-[calc(100dvh-var(--banner-height,0px))] shrink-0 flex-col border-e border-line bg-surface print:hidden',
        menuOpen ? 'lg:flex' : 'md:flex',
        collapsed ? 'w-15' : 'w-60',
      )}
    >
      <div className={classes('flex h-14 items-center justify-between', collapsed ? 'px-3' : 'pe-3 ps-5')}>
        {!collapsed && (
          <RouterLink to={paths.home} aria-label={t('layout.homepage')} className="flex rounded-xs">
            <Logo name={t('name')} />
          </RouterLink>
        )}
        <IconButton
          label={t(collapsed ? 'layout.expand' : 'layout.collapse')}
          icon={collapsed ? <PanelLeftOpen /> : <PanelLeftClose />}
          tooltipSide="inline-end"
          onClick={() => onCollapsedChange(!collapsed)}
        />
      </div>
      <Navigation collapsed={collapsed} />
    </nav>
  );
}
