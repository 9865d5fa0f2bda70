import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, Navigate } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { useSiteSettings } from '@/lib/site-settings/site-settings';
import { Link } from '@/ui/link';
import { NameMark } from '@/ui/name-mark';
import { PageHeading } from './page-heading';
import { PartnerForm } from './partner-form';

/** The application to become a partner, and the thanks for it. */
export function PartnerPage() {
  const { t } = useTranslation(['registration', 'app']);
  const { partnerSignupEnabled } = useSiteSettings();
  const [sent, setSent] = useState(false);
  if (!partnerSignupEnabled) return <Navigate to={paths.home} replace />;
  return (
    <main className="mx-auto grid min-h-dvh max-w-2xl content-start gap-8 px-6 py-10 sm:py-16">
      <RouterLink to={paths.home} aria-label={t('app:layout.homepage')} className="justify-self-start rounded-xs">
        <NameMark name={t('app:name')} size={32} />
      </RouterLink>
      {sent ? <Thanks /> : <Application onSent={() => setSent(true)} />}
    </main>
  );
}

function Application({ onSent }: { onSent: () => void }) {
  const { t } = useTranslation('registration');
  return (
    <>
      <title>{t('partner.title')}</title>
      <div className="grid gap-3">
        <PageHeading>{t('partner.title')}</PageHeading>
        <p className="text-lg text-ink-secondary">{t('partner.text')}</p>
      </div>
      <PartnerForm onSent={onSent} />
      <p className="text-sm">
        <Link to={paths.home} look="quiet">
          {t('partner.homepage')}
        </Link>
      </p>
    </>
  );
}

function Thanks() {
  const { t } = useTranslation('registration');
  return (
    <>
      <title>{t('partner.thanks')}</title>
      <div className="grid gap-3">
        <PageHeading takesFocus>{t('partner.thanks')}</PageHeading>
        <p className="text-lg text-ink-secondary">{t('partner.thanksText')}</p>
      </div>
      <p>
        <Link look="button" variant="primary" size="lg" to={paths.home}>
          {t('partner.continue')}
        </Link>
      </p>
    </>
  );
}
