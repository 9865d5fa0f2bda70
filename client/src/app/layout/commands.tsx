import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { listenForKeys } from '@/lib/commands/command-keys';
import { type Command, useCommands } from '@/lib/commands/commands';
import type { Keys } from '@/lib/commands/keys';
import { connection } from '@/lib/graphql/client';
import { paths } from '@/lib/paths';
import { useSession } from '@/lib/session/store';
import { setThemeChoice, type ThemeChoice } from '@/ui/theme';

const CommandPalette = lazy(async () => ({
  default: (await import('@/features/commands/command-palette')).CommandPalette,
}));
const ShortcutsDialog = lazy(async () => ({
  default: (await import('@/features/commands/shortcuts-dialog')).ShortcutsDialog,
}));

/** "Go to" shortcuts with the navigation label of each page. */
const PAGES = [
  { path: paths.inbox, name: 'layout.inbox', keys: 'g i' },
  { path: paths.dashboard, name: 'layout.overview', keys: 'g o' },
  { path: paths.workforce, name: 'layout.workforce', keys: 'g w' },
  { path: paths.portals, name: 'layout.portals', keys: 'g p' },
  { path: paths.reports, name: 'layout.reports', keys: 'g r' },
  { path: paths.accountSettings, name: 'layout.account', keys: 'g a' },
  { path: paths.securitySettings, name: 'layout.security', keys: 'g s' },
  { path: paths.memberSettings, name: 'layout.members', keys: 'g m' },
  { path: paths.emailSettings, name: 'layout.emails', keys: 'g e' },
  { path: paths.domainSettings, name: 'layout.domains', keys: 'g d' },
  { path: paths.notificationSettings, name: 'layout.notifications', keys: 'g n' },
  { path: paths.apiSettings, name: 'layout.api', keys: 'g k' },
  { path: paths.helpSupport, name: 'layout.help', keys: 'g h' },
] as const satisfies { path: string; name: string; keys: Keys }[];
const OF_ORGANIZATIONS: readonly string[] = [paths.memberSettings, paths.domainSettings];
const THEMES = ['light', 'dark', 'match-browser'] as const satisfies ThemeChoice[];

type Window = 'palette' | 'shortcuts';

interface CommandWindows {
  open: Window | null;
  show: (window: Window | null) => void;
}

/** Open command dialog, if any. */
export function useCommandWindows(): CommandWindows {
  const [open, show] = useState<Window | null>(null);
  return useMemo(() => ({ open, show }), [open]);
}

/** Commands of all signed-in pages, the command palette and the shortcut list. */
export function Commands({ open, show }: CommandWindows) {
  const { t } = useTranslation('commands');
  const { t: word } = useTranslation();
  const navigate = useNavigate();
  const isOrganization = useSession().account?.user.role === 'Organization';

  useEffect(() => listenForKeys(document), []);

  useCommands(
    useMemo<Command[]>(
      () => [
        ...PAGES.filter(({ path }) => isOrganization || !OF_ORGANIZATIONS.includes(path)).map(
          ({ path, name, keys }) => ({
            id: `go-${path.replaceAll('/', '-')}`,
            label: t('go', { page: word(name) }),
            group: t('group.go'),
            keys,
            run: () => void navigate(path),
          }),
        ),
        {
          id: 'palette',
          label: t('palette.title'),
          group: t('group.general'),
          keys: 'mod+k',
          keysOnly: true,
          run: () => show('palette'),
        },
        {
          id: 'shortcuts',
          label: t('shortcuts.title'),
          group: t('group.general'),
          keys: '?',
          run: () => show('shortcuts'),
        },
        ...THEMES.map((theme) => ({
          id: `theme-${theme}`,
          label: t(`theme.${theme}`),
          group: t('group.general'),
          keywords: t('themeKeywords'),
          run: () => setThemeChoice(theme),
        })),
        {
          id: 'logout',
          label: t('logout'),
          group: t('group.general'),
          keywords: t('logoutKeywords'),
          run: () => void connection.logOut(),
        },
      ],
      [isOrganization, navigate, show, t, word],
    ),
  );

  // Loaded on first use and then kept mounted for the closing animation.
  const [wanted, setWanted] = useState({ palette: false, shortcuts: false });
  if (open && !wanted[open]) setWanted({ ...wanted, [open]: true });
  const close = (opened: boolean) => {
    if (!opened) show(null);
  };
  return (
    <Suspense>
      {wanted.palette && <CommandPalette open={open === 'palette'} onOpenChange={close} />}
      {wanted.shortcuts && <ShortcutsDialog open={open === 'shortcuts'} onOpenChange={close} />}
    </Suspense>
  );
}
