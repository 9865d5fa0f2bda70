import {
  Activity,
  ArrowLeft,
  Bell,
  BookOpenText,
  ChevronDown,
  CircleUser,
  DatabaseZap,
  EyeOff,
  FileChartColumn,
  FileWarning,
  Globe,
  GlobeLock,
  Inbox,
  KeyRound,
  Laptop,
  LayoutDashboard,
  LifeBuoy,
  LogOut,
  MailSearch,
  Newspaper,
  Radar,
  ScrollText,
  Settings,
  ShieldCheck,
  SlidersHorizontal,
  SquareTerminal,
  Users,
  UsersRound,
} from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router-dom';
import { connection } from '@/lib/graphql/client';
import { paths } from '@/lib/paths';
import { useSession } from '@/lib/session/store';
import { usePortals } from '@/lib/session/use-portals';
import { classes } from '@/ui/classes';
import { tooltip } from '@/ui/overlay/tooltip';

const ENTRY =
  'flex h-9 w-full items-center gap-2.5 rounded-md px-2.5 text-base font-medium text-ink-secondary transition-colors duration-100 hover:bg-ink/6 hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text [&_svg]:size-4 [&_svg]:shrink-0';

interface EntryProps {
  icon: ReactNode;
  label: string;
  collapsed: boolean;
}

/** In the collapsed sidebar, the label is a tooltip. */
function EntryLabel({ icon, label, collapsed }: EntryProps) {
  return (
    <>
      <span aria-hidden="true">{icon}</span>
      <span className={collapsed ? 'sr-only' : 'truncate'}>{label}</span>
    </>
  );
}

interface LinkEntryProps extends EntryProps {
  to: string;
  /** Match this path exactly, not paths below it. */
  end?: boolean;
  onNavigate?: (() => void) | undefined;
}

function LinkEntry({ to, end = false, onNavigate, ...entry }: LinkEntryProps) {
  return (
    <li>
      <NavLink
        to={to}
        end={end}
        onClick={onNavigate}
        {...(entry.collapsed && tooltip(entry.label, 'inline-end'))}
        className={classes(ENTRY, entry.collapsed && 'justify-center')}
      >
        <EntryLabel {...entry} />
      </NavLink>
    </li>
  );
}

/** Expandable group; the collapsed sidebar shows its entries without the heading. */
function Group({ icon, label, collapsed, children }: EntryProps & { children: ReactNode }) {
  const [open, setOpen] = useState(true);
  const id = useId();
  if (collapsed) {
    return (
      <li>
        <ul aria-label={label} className="grid gap-1">
          {children}
        </ul>
      </li>
    );
  }
  return (
    <li className="grid gap-1">
      <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)} className={ENTRY}>
        <EntryLabel {...{ icon, label, collapsed }} />
        <ChevronDown
          aria-hidden="true"
          className={classes('ms-auto transition-transform duration-150', !open && '-rotate-90 rtl:rotate-90')}
        />
      </button>
      <ul id={id} hidden={!open} className="ms-4.5 grid gap-1 border-s border-line ps-2.5">
        {children}
      </ul>
    </li>
  );
}

type Entries = Pick<LinkEntryProps, 'collapsed' | 'onNavigate'>;

/** Links to the pages of the account. */
function DashboardEntries(entry: Entries) {
  const { t } = useTranslation();
  const { collapsed } = entry;
  // Individuals have no domains (spec §6).
  const isOrganization = useSession().account?.user.role === 'Organization';
  const hasPortals = usePortals();
  return (
    <ul className="grid min-h-0 gap-1 overflow-y-auto">
      <LinkEntry to={paths.inbox} icon={<Inbox />} label={t('layout.inbox')} {...entry} />
      <LinkEntry to={paths.dashboard} end icon={<LayoutDashboard />} label={t('layout.overview')} {...entry} />
      <Group icon={<Radar />} label={t('layout.detections')} collapsed={collapsed}>
        <LinkEntry to={paths.workforce} icon={<Users />} label={t('layout.workforce')} {...entry} />
        {hasPortals && <LinkEntry to={paths.portals} icon={<Globe />} label={t('layout.portals')} {...entry} />}
        <LinkEntry to={paths.devices} icon={<Laptop />} label={t('layout.devices')} {...entry} />
        {isOrganization && <LinkEntry to={paths.people} icon={<UsersRound />} label={t('layout.people')} {...entry} />}
        <LinkEntry to={paths.leaks} icon={<KeyRound />} label={t('layout.leaks')} {...entry} />
      </Group>
      <LinkEntry to={paths.reports} icon={<FileChartColumn />} label={t('layout.reports')} {...entry} />
      <Group icon={<Settings />} label={t('layout.settings')} collapsed={collapsed}>
        <LinkEntry to={paths.accountSettings} icon={<CircleUser />} label={t('layout.account')} {...entry} />
        <LinkEntry to={paths.securitySettings} icon={<ShieldCheck />} label={t('layout.security')} {...entry} />
        {isOrganization && (
          <LinkEntry to={paths.memberSettings} icon={<UsersRound />} label={t('layout.members')} {...entry} />
        )}
        <LinkEntry to={paths.emailSettings} icon={<MailSearch />} label={t('layout.emails')} {...entry} />
        {isOrganization && (
          <LinkEntry to={paths.domainSettings} icon={<GlobeLock />} label={t('layout.domains')} {...entry} />
        )}
        <LinkEntry to={paths.notificationSettings} icon={<Bell />} label={t('layout.notifications')} {...entry} />
        <LinkEntry to={paths.apiSettings} icon={<KeyRound />} label={t('layout.api')} {...entry} />
      </Group>
      <LinkEntry to={paths.helpSupport} icon={<LifeBuoy />} label={t('layout.help')} {...entry} />
    </ul>
  );
}

/** Links to the pages of operators. */
function ConsoleEntries(entry: Entries) {
  const { t } = useTranslation('console');
  return (
    <ul aria-label={t('title')} className="grid min-h-0 gap-1 overflow-y-auto">
      <LinkEntry to={paths.console} end icon={<SquareTerminal />} label={t('title')} {...entry} />
      <LinkEntry to={paths.consoleAccounts} icon={<UsersRound />} label={t('accounts.title')} {...entry} />
      <LinkEntry to={paths.consoleIngestion} icon={<DatabaseZap />} label={t('ingestion.title')} {...entry} />
      <LinkEntry to={paths.consoleLeaks} icon={<BookOpenText />} label={t('leaks.title')} {...entry} />
      <LinkEntry to={paths.consoleQuarantine} icon={<FileWarning />} label={t('quarantine.title')} {...entry} />
      <LinkEntry to={paths.consoleContent} icon={<Newspaper />} label={t('content')} {...entry} />
      <LinkEntry to={paths.consoleHealth} icon={<Activity />} label={t('health.title')} {...entry} />
      <LinkEntry to={paths.consoleOptOuts} icon={<EyeOff />} label={t('optOuts.title')} {...entry} />
      <LinkEntry to={paths.consoleSettings} icon={<SlidersHorizontal />} label={t('settings.title')} {...entry} />
      <LinkEntry to={paths.consoleAuditLog} icon={<ScrollText />} label={t('log.title')} {...entry} />
      <LinkEntry to={paths.dashboard} icon={<ArrowLeft />} label={t('forbidden.back')} {...entry} />
    </ul>
  );
}

/** Links to the signed-in pages and Log out; the parent provides the landmark. */
export function Navigation({ collapsed = false, onNavigate }: { collapsed?: boolean; onNavigate?: () => void }) {
  const { t } = useTranslation();
  const entry = { collapsed, onNavigate };
  const isConsole = useLocation().pathname.startsWith(paths.console);
  return (
    <div className="flex min-h-0 flex-1 flex-col justify-between gap-6 p-3">
      {isConsole ? <ConsoleEntries {...entry} /> : <DashboardEntries {...entry} />}
      <button
        type="button"
        onClick={() => void connection.logOut()}
        {...(collapsed && tooltip(t('layout.logout'), 'inline-end'))}
        className={classes(ENTRY, collapsed && 'justify-center')}
      >
        <EntryLabel icon={<LogOut />} label={t('layout.logout')} collapsed={collapsed} />
      </button>
    </div>
  );
}
