import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { Link } from '@/ui/link';
import { PageHeading } from './page-heading';

/** Where a link leads that has lost its token. */
export function InvalidTokenPage() {
  const { t } = useTranslation('registration');
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-3 p-6 text-center">
      <title>{t('invalidToken.title')}</title>
      <PageHeading>{t('invalidToken.text')}</PageHeading>
      <p className="max-w-prose text-ink-secondary">{t('invalidToken.help')}</p>
      <Link to={paths.home}>{t('invalidToken.homepage')}</Link>
    </main>
  );
}
