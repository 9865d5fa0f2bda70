import { act, screen, waitFor, within } from '@testing-library/react';
import { sessionStore } from '@/lib/session/store';
import { dataResponse, errorResponse, viewer } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';

const PAGE = '/dashboard/settings/account';

const countries = {
  countries: [
    { __typename: 'Country', name: 'Germany', code: 'DE' },
    { __typename: 'Country', name: 'United Kingdom', code: 'GB' },
  ],
};

const saved = (change: { orgError?: string; firstName?: string } = {}) => {
  const { viewer: account } = viewer();
  return dataResponse({
    updateProfile: {
      __typename: 'UpdateProfileSuccess',
      message: 'Your profile was saved.',
      orgError: change.orgError ?? null,
      account: { ...account, user: { ...account?.user, firstName: change.firstName ?? 'Ada' } },
    },
  });
};

beforeEach(() => server.use(api.query('Countries', () => dataResponse(countries))));

// spec: S2.67 S2.68 S2.69 S2.70 S5.14
it('is filled from the account and nothing is wrong for axe', async () => {
  openAt(PAGE);
  expect(await screen.findByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
  expect(document.title).toBe('Account');
  await waitFor(() => expect(screen.getByLabelText(/Country/)).toHaveDisplayValue('United Kingdom'));
  const sections = {
    'Personal Information': { 'First Name': 'Ada', 'Last Name': 'Example', Email: 'ada@acme.example' },
    Address: {
      'Address Line 1': '1 Example Street',
      'Address Line 2': '',
      City: 'Exampleton',
      State: '',
      'Postal Code': '10001',
      Country: 'GB',
      Phone: '+4412345678901',
      Fax: '',
    },
    'Organization Information': { 'Business Name': 'Acme' },
  };
  for (const [section, fields] of Object.entries(sections)) {
    expect(screen.getByRole('heading', { name: section })).toBeVisible();
    for (const [label, value] of Object.entries(fields))
      expect(screen.getByLabelText(new RegExp(`^${label}( \\*)?$`))).toHaveValue(value);
  }
  expect(screen.getByLabelText('Email')).toHaveAttribute('readonly');
  expect(screen.getByRole('option', { name: 'Select Country *' })).toBeInTheDocument();
  expect(await axeViolations()).toEqual([]);
});

// spec: S2.70
it('hides the organization from individuals', async () => {
  const { viewer: account } = viewer();
  openAt(PAGE, { signedIn: { viewer: account && { ...account, kind: 'INDIVIDUAL', org: null } } });
  await waitFor(() => expect(screen.queryByLabelText(/Business Name/)).not.toBeInTheDocument());
});

// spec: S2.71
it('is refilled whenever the user changes', async () => {
  openAt(PAGE);
  const firstName = await screen.findByLabelText(/First Name/);
  act(() => {
    sessionStore.dispatch({ kind: 'account-updated', update: { user: { first_name: 'Grace' } } });
  });
  await waitFor(() => expect(firstName).toHaveValue('Grace'));
});

// spec: S8.18
it('keeps the current country if the list cannot be loaded, and logs it', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server.use(api.query('Countries', () => errorResponse('Internal error', 'INTERNAL')));
  openAt(PAGE);
  expect(await screen.findByLabelText(/Country/)).toHaveValue('GB');
  await waitFor(() =>
    expect(log).toHaveBeenCalledWith('The countries could not be read:', expect.stringContaining('Internal error')),
  );
});

// spec: S3.19 S4.10 S8.16
it('sends the organization only when its name has changed, and stores the response', async () => {
  const { user } = openAt(PAGE);
  const sent: unknown[] = [];
  server.use(
    api.mutation('UpdateProfile', ({ variables }) => {
      sent.push(variables['input']);
      return saved({ firstName: 'Grace' });
    }),
  );
  const firstName = await screen.findByLabelText(/First Name/);
  await waitFor(() => expect(screen.getByLabelText(/Country/)).toHaveDisplayValue('United Kingdom'));
  await user.clear(firstName);
  await user.type(firstName, 'Grace');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Your profile was saved.')).toBeInTheDocument();
  expect(sent).toEqual([
    {
      user: {
        firstName: 'Grace',
        lastName: 'Example',
        primaryAddress: {
          addressLine1: '1 Example Street',
          addressLine2: '',
          city: 'Exampleton',
          state: '',
          postalCode: '10001',
          country: 'GB',
          phone: '+4412345678901',
          fax: '',
        },
      },
    },
  ]);
  expect(sessionStore.read().account?.user.first_name).toBe('Grace');
});

// spec: S8.15
it('reports that only the organization was refused', async () => {
  const { user } = openAt(PAGE);
  server.use(api.mutation('UpdateProfile', () => saved({ orgError: 'The name is too long.' })));
  await user.type(await screen.findByLabelText(/Business Name/), ' and more');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Organization update failed: The name is too long.')).toBeInTheDocument();
});

// spec: S8.13
it('shows errors of the server in a toast and under the inputs', async () => {
  const { user } = openAt(PAGE);
  server.use(
    api.mutation('UpdateProfile', () =>
      dataResponse({
        updateProfile: {
          __typename: 'ValidationProblem',
          message: 'Some fields are invalid.',
          code: 'VALIDATION',
          fieldErrors: [{ __typename: 'FieldError', field: 'city', messages: ['This city is too long.', 'x'] }],
        },
      }),
    ),
  );
  const city = await screen.findByLabelText('City');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Some fields are invalid.')).toBeInTheDocument();
  expect(city).toHaveAccessibleDescription('This city is too long.');
});

// spec: S2.67 S5.14
it('sends nothing that breaks a rule, and goes back on Cancel', async () => {
  const { user } = openAt(PAGE);
  const sent: unknown[] = [];
  server.use(
    api.mutation('UpdateProfile', ({ variables }) => {
      sent.push(variables['input']);
      return saved();
    }),
  );
  const phone = await screen.findByLabelText(/Phone/);
  await user.clear(phone);
  await user.type(phone, '123');
  await user.clear(screen.getByLabelText(/Last Name/));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Field is Required')).toBeVisible();
  expect(screen.getByText(/Phone number must be in international format/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(phone).toHaveValue('+4412345678901');
  expect(screen.queryByText('Field is Required')).not.toBeInTheDocument();
  expect(sent).toEqual([]);
});

// spec: X13
it('deletes the account after the correct password, and logs out', async () => {
  const { user, address } = openAt(PAGE);
  const tried: unknown[] = [];
  server.use(
    api.mutation('DeleteAccount', ({ variables }) => {
      tried.push(variables['password']);
      return tried.length === 1
        ? dataResponse({
            deleteAccount: {
              __typename: 'ValidationProblem',
              message: 'Some fields are invalid.',
              code: 'VALIDATION',
              fieldErrors: [{ __typename: 'FieldError', field: 'password', messages: ['It is not your password.'] }],
            },
          })
        : dataResponse({ deleteAccount: { __typename: 'MessageSuccess', message: 'Your account was deleted.' } });
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Delete account' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete this account?' });
  await user.type(within(dialog).getByLabelText('Your password'), 'wrong');
  await user.click(within(dialog).getByRole('button', { name: 'Delete permanently' }));
  expect(await within(dialog).findByText('It is not your password.')).toBeVisible();
  await user.clear(within(dialog).getByLabelText('Your password'));
  await user.type(within(dialog).getByLabelText('Your password'), 'invented-password-1');
  await user.click(within(dialog).getByRole('button', { name: 'Delete permanently' }));
  await waitFor(() => expect(address()).toMatch(/^\/auth\/login/));
  expect(sessionStore.read().loggedIn).toBe(false);
});
