import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCountries } from '@/lib/countries/use-countries';
import { showFieldErrors } from '@/lib/field-errors';
import { phone, required } from '@/lib/field-rules';
import { usePermissions } from '@/lib/session/permissions';
import type { Account } from '@/lib/session/session';
import { useSession } from '@/lib/session/store';
import { syncAccount } from '@/lib/session/sync-account';
import { accountToast, toastFailure } from '@/ui/feedback/mutation-toasts';
import { Button } from '@/ui/form/button';
import { SelectField } from '@/ui/form/select-field';
import { TextField } from '@/ui/form/text-field';
import { Card } from '@/ui/layout/card';
import { useUpdateProfileMutation } from './account.generated';

interface ProfileValues {
  firstName: string;
  lastName: string;
  addressLine1: string;
  addressLine2: string;
  city: string;
  state: string;
  postalCode: string;
  country: string;
  phone: string;
  fax: string;
  companyName: string;
}

const INPUTS = [
  'firstName',
  'lastName',
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'postalCode',
  'country',
  'phone',
  'fax',
  'companyName',
] as const satisfies (keyof ProfileValues)[];

const valuesOf = ({ user, org }: Account): ProfileValues => ({
  firstName: user.first_name,
  lastName: user.last_name,
  addressLine1: user.primary_address.address_line_1,
  addressLine2: user.primary_address.address_line_2,
  city: user.primary_address.city,
  state: user.primary_address.state,
  postalCode: user.primary_address.postal_code,
  country: user.primary_address.country,
  phone: user.primary_address.phone,
  fax: user.primary_address.fax,
  companyName: org?.company_name ?? '',
});

/** Names, address and company; refilled whenever the account changes, here or in another tab. */
export function ProfileForm() {
  const { account } = useSession();
  return account && <FilledProfileForm account={account} />;
}

function FilledProfileForm({ account }: { account: Account }) {
  const { t } = useTranslation('settings');
  const may = usePermissions();
  const [updateProfile] = useUpdateProfileMutation({ fetchPolicy: 'no-cache' });
  const known = useCountries();
  const values = useMemo(() => valuesOf(account), [account]);
  const { register, handleSubmit, reset, setError, formState } = useForm<ProfileValues>({ values });
  const { errors, isSubmitting, isDirty } = formState;
  const isOrganization = account.user.role === 'Organization';

  const countries = known.map(({ code, label }) => ({ value: code, label }));
  // Keeps the current country selectable if the list can't be loaded.
  if (values.country !== '' && !countries.some(({ value }) => value === values.country))
    countries.push({ value: values.country, label: values.country });

  const submit = handleSubmit(async ({ firstName, lastName, companyName, ...primaryAddress }) => {
    try {
      const { data } = await updateProfile({
        variables: {
          input: {
            user: { firstName, lastName, primaryAddress },
            ...(isOrganization && companyName !== values.companyName && { org: { companyName } }),
          },
        },
      });
      const result = data?.updateProfile;
      if (result?.__typename === 'UpdateProfileSuccess') {
        syncAccount(result.account);
        if (result.orgError === null) accountToast('success', result.message);
        else accountToast('error', t('account.organizationFailed', { message: result.orgError }));
        return;
      }
      toastFailure(result);
      if (result?.__typename === 'ValidationProblem') showFieldErrors(setError, result.fieldErrors, INPUTS);
    } catch (error) {
      toastFailure(error);
    }
  });

  const address = (
    name: 'addressLine1' | 'addressLine2' | 'city' | 'state' | 'postalCode' | 'fax',
    complete: string,
  ) => (
    <TextField
      label={t(`account.address.${name}`)}
      autoComplete={complete}
      error={errors[name]?.message}
      {...register(name)}
    />
  );

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-6">
      <Card title={t('account.personal.title')}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t('account.personal.firstName')}
            required
            autoComplete="given-name"
            error={errors.firstName?.message}
            {...register('firstName', { validate: required })}
          />
          <TextField
            label={t('account.personal.lastName')}
            required
            autoComplete="family-name"
            error={errors.lastName?.message}
            {...register('lastName', { validate: required })}
          />
          <div className="sm:col-span-2">
            <TextField
              label={t('account.personal.email')}
              hint={t('account.personal.emailHint')}
              type="email"
              readOnly
              value={account.user.email}
            />
          </div>
        </div>
      </Card>
      <Card title={t('account.address.title')}>
        <div className="grid gap-4 sm:grid-cols-2">
          <div className="sm:col-span-2">{address('addressLine1', 'address-line1')}</div>
          <div className="sm:col-span-2">{address('addressLine2', 'address-line2')}</div>
          {address('city', 'address-level2')}
          {address('state', 'address-level1')}
          {address('postalCode', 'postal-code')}
          <SelectField
            label={t('account.address.country')}
            required
            placeholder={t('account.address.selectCountry')}
            autoComplete="country"
            options={countries}
            error={errors.country?.message}
            {...register('country', { validate: required })}
          />
          <TextField
            label={t('account.address.phone')}
            hint={t('account.address.phoneHint')}
            required
            type="tel"
            autoComplete="tel"
            error={errors.phone?.message}
            {...register('phone', { validate: phone })}
          />
          {address('fax', 'off')}
        </div>
      </Card>
      {isOrganization && (
        <Card title={t('account.organization.title')}>
          <TextField
            label={t('account.organization.companyName')}
            required
            autoComplete="organization"
            readOnly={!may('MANAGE_ACCOUNT')}
            hint={may('MANAGE_ACCOUNT') ? undefined : t('account.organization.onlyOwners')}
            error={errors.companyName?.message}
            {...register('companyName', { validate: required })}
          />
        </Card>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => reset(values)} disabled={!isDirty}>
          {t('account.cancel')}
        </Button>
        <Button type="submit" variant="primary" loadingLabel={isSubmitting ? t('saving') : undefined}>
          {t('account.save')}
        </Button>
      </div>
    </form>
  );
}
