import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { useSiteSettings } from '@/lib/site-settings/site-settings';
import { Link } from '@/ui/layout/link';
import { PageHeading } from './page-heading';
import { PartnerForm } from './partner-form';

/** Partner application and its thanks page. */
export function PartnerPage() {
  const { partnerSignupEnabled } = useSiteSettings();
  const [sent, setSent] = useState(false);
  if (!partnerSignupEnabled) return <Navigate to={paths.home} replace />;
  return (
    <div className="mx-auto grid max-w-2xl content-start gap-8 px-4 py-10 sm:px-6 sm:py-16">
      {sent ? <Thanks /> : <Application onSent={() => setSent(true)} />}
    </div>
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
