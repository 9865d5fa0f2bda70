import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { Link } from '@/ui/layout/link';
import { PageHeading } from './page-heading';

/** Target of a link without a token. */
export function InvalidTokenPage() {
  const { t } = useTranslation('registration');
  return (
    <div className="grid content-center justify-items-center gap-3 px-6 py-24 text-center">
      <title>{t('invalidToken.title')}</title>
      <PageHeading>{t('invalidToken.text')}</PageHeading>
      <p className="max-w-prose text-lg text-pretty text-ink-secondary">{t('invalidToken.help')}</p>
      <p className="mt-3">
        <Link to={paths.home} look="button" size="lg">
          {t('invalidToken.homepage')}
        </Link>
      </p>
    </div>
  );
}
