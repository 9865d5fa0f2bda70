import {
  ChevronDown,
  Languages,
  LayoutDashboard,
  LifeBuoy,
  LogOut,
  Monitor,
  Moon,
  Settings,
  SquareTerminal,
  Sun,
  SunMoon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOfferedLanguages } from '@/lib/content/languages';
import { connection } from '@/lib/graphql/client';
import { paths } from '@/lib/paths';
import { chooseLanguage } from '@/lib/session/language';
import { displayName } from '@/lib/session/session';
import { useSession } from '@/lib/session/store';
import { classes } from '@/ui/classes';
import { Avatar } from '@/ui/display/avatar';
import { Button } from '@/ui/form/button';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { Menu, MenuChoice, MenuItem, MenuSeparator, MenuSubmenu } from '@/ui/overlay/menu';
import { setThemeChoice, useThemeChoice } from '@/ui/theme';

interface UserMenuProps {
  /** Navigates within the application. */
  onGo: (path: string) => void;
  onLoggedOut?: () => void;
  /** Hides the name on phones, where the bar has no room for it; the avatar stays. */
  compact?: boolean;
}

/** Account menu of the top bar. */
export function UserMenu({ onGo, onLoggedOut, compact }: UserMenuProps) {
  const { t, i18n } = useTranslation();
  const { account } = useSession();
  const theme = useThemeChoice();
  const languages = useOfferedLanguages();
  const name = displayName(account) ?? t('userMenu.guest');
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="ghost" iconEnd={<ChevronDown aria-hidden="true" className="size-4" />}>
          <Avatar name={name} src={account?.user.image_url ?? undefined} />
          <VisuallyHidden>{t('userMenu.label')}</VisuallyHidden>
          <span
            title={name}
            className={classes('max-w-20 truncate min-[400px]:max-w-32 sm:max-w-40', compact && 'max-sm:hidden')}
          >
            {name}
          </span>
        </Button>
      }
    >
      <MenuItem icon={<LayoutDashboard />} onSelect={() => onGo(paths.dashboard)}>
        {t('userMenu.dashboard')}
      </MenuItem>
      <MenuItem icon={<Settings />} onSelect={() => onGo(paths.accountSettings)}>
        {t('userMenu.settings')}
      </MenuItem>
      {account?.user.is_operator && (
        <MenuItem icon={<SquareTerminal />} onSelect={() => onGo(paths.console)}>
          {t('userMenu.console')}
        </MenuItem>
      )}
      <MenuSubmenu icon={<SunMoon />} label={t('userMenu.theme')}>
        <MenuChoice
          label={t('userMenu.theme')}
          value={theme}
          onValueChange={setThemeChoice}
          options={[
            { value: 'light', label: t('userMenu.light'), icon: <Sun /> },
            { value: 'dark', label: t('userMenu.dark'), icon: <Moon /> },
            { value: 'match-browser', label: t('userMenu.matchBrowser'), icon: <Monitor /> },
          ]}
        />
      </MenuSubmenu>
      {languages.length > 1 && (
        <MenuSubmenu icon={<Languages />} label={t('language')}>
          <MenuChoice
            label={t('language')}
            value={i18n.language}
            onValueChange={(language) => void chooseLanguage(language)}
            options={languages}
          />
        </MenuSubmenu>
      )}
      <MenuItem icon={<LifeBuoy />} onSelect={() => onGo(paths.helpSupport)}>
        {t('userMenu.help')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={() => void connection.logOut().then(onLoggedOut)}>
        {t('userMenu.logout')}
      </MenuItem>
    </Menu>
  );
}
