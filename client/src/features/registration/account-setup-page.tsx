import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useCountries } from '@/lib/countries/use-countries';
import { phone, required } from '@/lib/field-rules';
import { largeFields } from '@/lib/large-fields';
import { paths } from '@/lib/paths';
import type { Account } from '@/lib/session/session';
import { syncAccount } from '@/lib/session/sync-account';
import { Callout } from '@/ui/feedback/callout';
import { toast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { SelectField } from '@/ui/form/select-field';
import { TextField } from '@/ui/form/text-field';
import { Link } from '@/ui/layout/link';
import { AccountGuard } from './account-guard';
import { useSetUpAccountMutation } from './organization-steps.generated';
import { PageHeading } from './page-heading';
import { StepLayout } from './step-layout';
import { trimValues } from './trim-values';
import { useFormProblem } from './use-form-problem';

const INPUTS = ['addressLine1', 'addressLine2', 'city', 'state', 'postalCode', 'country', 'phone'] as const;
type Address = Record<(typeof INPUTS)[number], string>;

/** Last step of the sign-up: the address. */
export function AccountSetupPage() {
  return <AccountGuard>{(account) => <AccountSetup account={account} />}</AccountGuard>;
}

function AccountSetup({ account }: { account: Account }) {
  const { t } = useTranslation('registration');
  const isOrganization = account.user.role === 'Organization';
  return (
    <StepLayout step={isOrganization ? 'address' : undefined}>
      <title>{t('accountSetup.title')}</title>
      <div className="grid gap-3">
        <PageHeading>{t('accountSetup.title')}</PageHeading>
        <p className="text-lg text-ink-secondary">
          {t(isOrganization ? 'accountSetup.text' : 'accountSetup.textIndividual')}
        </p>
      </div>
      <AddressForm address={account.user.primary_address} />
      <p className="text-sm">
        <Link to={paths.dashboard} look="quiet">
          {t('accountSetup.skip')}
        </Link>
      </p>
    </StepLayout>
  );
}

function AddressForm({ address }: { address: Account['user']['primary_address'] }) {
  const { t } = useTranslation('registration');
  const navigate = useNavigate();
  const countries = useCountries();
  const [save] = useSetUpAccountMutation({ fetchPolicy: 'no-cache' });
  const form = useForm<Address>({
    defaultValues: {
      addressLine1: address.address_line_1,
      addressLine2: address.address_line_2,
      city: address.city,
      state: address.state,
      postalCode: address.postal_code,
      country: address.country,
      phone: address.phone,
    },
  });
  const { handleSubmit, setError } = form;
  const { isSubmitting } = form.formState;
  const field = largeFields(form);
  const { problem, clear, show } = useFormProblem<Address>(setError, INPUTS);

  const submit = handleSubmit(async (values) => {
    clear();
    try {
      const { data } = await save({ variables: { input: { user: { primaryAddress: trimValues(values) } } } });
      const result = data?.updateProfile;
      if (result?.__typename === 'UpdateProfileSuccess') {
        syncAccount(result.account);
        toast('success', result.message, { flow: 'account' });
        await navigate(paths.dashboard);
      } else {
        show(result);
      }
    } catch (error) {
      show(error);
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
      <TextField label={t('accountSetup.addressLine1')} autoComplete="address-line1" {...field('addressLine1')} />
      <TextField label={t('accountSetup.addressLine2')} autoComplete="address-line2" {...field('addressLine2')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={t('accountSetup.city')} autoComplete="address-level2" {...field('city')} />
        <TextField label={t('accountSetup.postalCode')} autoComplete="postal-code" {...field('postalCode')} />
      </div>
      <TextField label={t('accountSetup.state')} autoComplete="address-level1" {...field('state')} />
      <SelectField
        // The list loads after the form; a value without an option would be lost.
        key={countries.length}
        label={t('signUp.country')}
        placeholder={t('signUp.selectCountry')}
        options={countries.map(({ code, label }) => ({ value: code, label }))}
        autoComplete="country"
        {...field('country', required)}
      />
      <TextField
        label={t('signUp.phone')}
        type="tel"
        autoComplete="tel"
        placeholder={t('signUp.phonePlaceholder')}
        {...field('phone', phone)}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        fullWidth
        loadingLabel={isSubmitting ? t('accountSetup.submitting') : undefined}
      >
        {t('accountSetup.submit')}
      </Button>
    </form>
  );
}
