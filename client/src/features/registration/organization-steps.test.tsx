import { screen, waitFor, within } from '@testing-library/react';
import { sessionStore } from '@/lib/session/store';
import { dataResponse, detectionList } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import { domain, openSignedUp, signedUp } from '@/testing/sign-up';

const DOMAIN_STEP = '/auth/sign-up/company/domain-validate';
const VALIDATED = '/auth/sign-up/company/domain-validated';
const SETUP = '/auth/sign-up/account-setup';
const organization = (change: Parameters<typeof signedUp>[0] = {}) =>
  signedUp({ kind: 'ORGANIZATION', verified: true, ...change });

const COUNTRIES = [
  { __typename: 'Country', name: 'Austria', code: 'AT' },
  { __typename: 'Country', name: 'United Kingdom', code: 'GB' },
];

beforeEach(() =>
  server.use(
    api.query('DetectionList', () => dataResponse(detectionList([]))),
    api.query('Countries', () => dataResponse({ countries: COUNTRIES })),
  ),
);

describe('the domain step', () => {
  // spec: S6.7 B4.3.1
  it('asks for a verified email address first', async () => {
    openSignedUp(DOMAIN_STEP, signedUp({ kind: 'ORGANIZATION' }));
    expect(await screen.findByText('Verify your email first')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Resend email' })).toBeVisible();
    expect(screen.queryByLabelText('Domain *')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Skip for later' })).toHaveAttribute('href', SETUP);
    expect(await axeViolations()).toEqual([]);
  });

  it('offers the domain of the email address, adds what is typed and shows the record to publish', async () => {
    const { user } = openSignedUp(DOMAIN_STEP, organization());
    const asked: unknown[] = [];
    server.use(
      api.mutation('AddFirstDomain', ({ variables }) => {
        asked.push(variables['domain']);
        return dataResponse({
          addDomain: { __typename: 'DomainSuccess', message: 'Now publish it.', domain: domain() },
        });
      }),
    );
    const field = await screen.findByLabelText('Domain *');
    expect(field).toHaveValue('acme.test');
    expect(await axeViolations()).toEqual([]);
    await user.clear(field);
    await user.type(field, ' shop.acme.test ');
    await user.click(screen.getByRole('button', { name: 'Add domain' }));
    expect(await screen.findByText('_breachlight')).toBeVisible();
    expect(asked).toEqual(['shop.acme.test']);
    expect(screen.getByText('_breachlight.acme.test')).toBeVisible();
    expect(screen.getByText('breachlight-verification=0a1b2c')).toBeVisible();
    expect(screen.getByText('Step 3 of 4: Domain')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copy value' }));
    expect(await screen.findByText('Copied to clipboard!')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe('breachlight-verification=0a1b2c');
    expect(await axeViolations()).toEqual([]);
  });

  // spec: S8.20
  it('says so when the record could not be copied', async () => {
    const { user } = openSignedUp(DOMAIN_STEP, organization({ domains: [domain()] }));
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('Refused', 'NotAllowedError'));
    await user.click(await screen.findByRole('button', { name: 'Copy value' }));
    expect(await screen.findByText('Failed to copy.')).toBeInTheDocument();
  });

  it('shows errors of the server under the field', async () => {
    const { user } = openSignedUp(DOMAIN_STEP, organization());
    server.use(
      api.mutation('AddFirstDomain', () =>
        dataResponse({
          addDomain: {
            __typename: 'ValidationProblem',
            message: 'Check your input.',
            code: 'VALIDATION',
            fieldErrors: [{ __typename: 'FieldError', field: 'domain', messages: ['This is a public suffix.'] }],
          },
        }),
      ),
    );
    await user.click(await screen.findByRole('button', { name: 'Add domain' }));
    expect(await screen.findByText('This is a public suffix.')).toBeVisible();
    expect(screen.getByLabelText('Domain *')).toHaveFocus();
  });

  // spec: S2.27
  it('says that the record is missing, and continues once it is found', async () => {
    const { user, address } = openSignedUp(DOMAIN_STEP, organization({ domains: [domain()] }));
    server.use(
      api.mutation('CheckFirstDomain', () =>
        dataResponse({
          verifyDomain: { __typename: 'RefusedProblem', message: 'No such TXT record yet.', code: 'TXT_NOT_FOUND' },
        }),
      ),
    );
    await user.click(await screen.findByRole('button', { name: 'Check now' }));
    const status = within(await screen.findByRole('status'));
    expect(await status.findByText('Not verified yet')).toBeVisible();
    expect(status.getByText(/No such TXT record yet\. You can skip this step/)).toBeVisible();
    expect(await axeViolations()).toEqual([]);

    const verified = domain({ isVerified: true });
    server.use(
      api.mutation('CheckFirstDomain', ({ variables }) =>
        dataResponse({
          verifyDomain: { __typename: 'DomainSuccess', message: String(variables['id']), domain: verified },
        }),
      ),
    );
    await user.click(screen.getByRole('button', { name: 'Check now' }));
    await waitFor(() => expect(address()).toBe(VALIDATED));
    expect(sessionStore.read().account?.domains).toMatchObject([{ id: 'domain-1', is_verified: true }]);
  });

  it('accepts another domain instead', async () => {
    const { user } = openSignedUp(DOMAIN_STEP, organization({ domains: [domain()] }));
    await user.click(await screen.findByRole('button', { name: 'Use another domain' }));
    expect(await screen.findByLabelText('Domain *')).toBeVisible();
  });

  // spec: S2.27
  it('is only for organizations', async () => {
    const { address } = openSignedUp(DOMAIN_STEP, signedUp({ verified: true }));
    await waitFor(() => expect(address()).toMatch(/^\/dashboard/));
  });
});

describe('the domain validated page', () => {
  // spec: S2.43
  it('says so and leads to the account setup', async () => {
    openSignedUp(VALIDATED, organization({ domains: [domain({ isVerified: true })] }));
    expect(
      await screen.findByText('Your TXT Record and Domain were validated! Please enjoy your security'),
    ).toBeVisible();
    expect(screen.getByText('acme.test')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', SETUP);
    expect(await axeViolations()).toEqual([]);
  });

  // spec: S2.43
  it('needs no session', async () => {
    const { address } = openAt(VALIDATED, { session: false });
    expect(
      await screen.findByText('Your TXT Record and Domain were validated! Please enjoy your security'),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', SETUP);
    expect(address()).toBe(VALIDATED);
  });

  it('is not for an account without a validated domain', async () => {
    const { address } = openSignedUp(VALIDATED, organization({ domains: [domain()] }));
    await waitFor(() => expect(address()).toBe(DOMAIN_STEP));
  });
});

describe('the account setup', () => {
  // spec: S2.43
  it('is prefilled, saves the address and goes to the dashboard', async () => {
    const { user, address } = openSignedUp(SETUP, organization());
    const saved: unknown[] = [];
    server.use(
      api.mutation('SetUpAccount', ({ variables }) => {
        saved.push(variables['input']);
        return dataResponse({
          updateProfile: { __typename: 'UpdateProfileSuccess', message: 'Saved it.', account: organization() },
        });
      }),
    );
    await screen.findByRole('option', { name: 'United Kingdom' });
    expect(screen.getByLabelText('Country *')).toHaveValue('GB');
    expect(screen.getByLabelText('Phone *')).toHaveValue('+4412345678901');
    expect(screen.getByText('Step 4 of 4: Address')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    await user.clear(screen.getByLabelText('City'));
    await user.type(screen.getByLabelText('City'), 'Graz');
    await user.selectOptions(screen.getByLabelText('Country *'), 'Austria');
    await user.click(screen.getByRole('button', { name: 'Save and continue' }));
    await waitFor(() => expect(address()).toMatch(/^\/dashboard/));
    expect(saved).toEqual([
      {
        user: {
          primaryAddress: {
            addressLine1: '1 Example Street',
            addressLine2: '',
            city: 'Graz',
            state: '',
            postalCode: '10001',
            country: 'AT',
            phone: '+4412345678901',
          },
        },
      },
    ]);
    expect(await screen.findByText('Saved it.')).toBeInTheDocument();
  });

  it('keeps the country if the list loads late or never', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.use(api.query('Countries', () => dataResponse({ countries: null })));
    const { user } = openSignedUp(SETUP, organization());
    const saved: unknown[] = [];
    server.use(
      api.mutation('SetUpAccount', ({ variables }) => {
        saved.push(variables['input']);
        return dataResponse({ updateProfile: { __typename: 'RefusedProblem', message: 'Not now.', code: 'X' } });
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Save and continue' }));
    await waitFor(() => expect(screen.getAllByText('Not now.').length).toBeGreaterThanOrEqual(2));
    expect(saved).toMatchObject([{ user: { primaryAddress: { country: 'GB' } } }]);
    log.mockRestore();
  });

  it('can be skipped, and shows no steps to an individual', async () => {
    openSignedUp(SETUP, signedUp());
    expect(await screen.findByRole('link', { name: 'Skip for later' })).toHaveAttribute('href', '/dashboard');
    expect(screen.queryByText(/^Step/)).not.toBeInTheDocument();
  });
});
