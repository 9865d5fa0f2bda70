import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { useSiteSettings } from '@/lib/site-settings/site-settings';
import { Callout } from '@/ui/feedback/callout';
import { Link } from '@/ui/layout/link';
import { StepHeading } from '@/ui/layout/step-heading';
import { AddressForm } from './address-form';
import { useCheckAddressMutation } from './addresses.generated';

/** Form that has an address checked; the answer comes by email, and the page is the same for every address. */
export function AddressCheckPage() {
  const { t } = useTranslation('lookups');
  const settings = useSiteSettings();
  const [check] = useCheckAddressMutation({ context: { anonymous: true }, fetchPolicy: 'no-cache' });

  return (
    <>
      <title>{t('check.title')}</title>
      <StepHeading text={t('check.text')}>{t('check.title')}</StepHeading>
      {settings.addressCheckEnabled ? (
        <AddressForm
          send={async (input) => (await check({ variables: { input } })).data?.checkAddress}
          label={t('check.submit')}
        />
      ) : (
        <Callout tone="warning">{t('check.off')}</Callout>
      )}
      {settings.optOutsEnabled && (
        <p className="text-base">
          <Link to={paths.optOut} look="quiet">
            {t('check.optOut')}
          </Link>
        </p>
      )}
      {settings.passwordRangesEnabled && (
        <p className="text-base">
          <Link to={paths.passwordCheck} look="quiet">
            {t('check.passwords')}
          </Link>
        </p>
      )}
    </>
  );
}
