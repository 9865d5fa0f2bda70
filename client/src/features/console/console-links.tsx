import {
  Activity,
  BookOpenText,
  DatabaseZap,
  FileWarning,
  Newspaper,
  ScrollText,
  SlidersHorizontal,
  UsersRound,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { Link } from '@/ui/layout/link';

/** Links from the first page of the console to its others. */
export function ConsoleLinks() {
  const { t } = useTranslation('console');
  const pages = [
    { to: paths.consoleAccounts, icon: <UsersRound />, title: t('accounts.title') },
    { to: paths.consoleLeaks, icon: <BookOpenText />, title: t('leaks.title') },
    { to: paths.consoleIngestion, icon: <DatabaseZap />, title: t('ingestion.title') },
    { to: paths.consoleQuarantine, icon: <FileWarning />, title: t('quarantine.title') },
    { to: paths.consoleContent, icon: <Newspaper />, title: t('content') },
    { to: paths.consoleHealth, icon: <Activity />, title: t('health.title') },
    { to: paths.consoleSettings, icon: <SlidersHorizontal />, title: t('settings.title') },
    { to: paths.consoleAuditLog, icon: <ScrollText />, title: t('log.title') },
  ];
  return (
    <nav aria-label={t('home.pages')}>
      <ul className="flex flex-wrap gap-2">
        {pages.map(({ to, icon, title }) => (
          <li key={to}>
            <Link look="button" to={to}>
              <span aria-hidden="true" className="[&_svg]:size-4">
                {icon}
              </span>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
