import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { sessionStore } from '@/lib/session/store';
import { dataResponse, detectionList, errorResponse, siteSettings } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import { openSignedUp, signedIn, signedUp } from '@/testing/sign-up';
import { stubTurnstile } from '@/testing/turnstile';

const BOTH = { signupEnabled: true, individualSignupEnabled: true, organizationSignupEnabled: true };
const COUNTRIES = [
  { __typename: 'Country', name: 'Austria', code: 'AT' },
  { __typename: 'Country', name: 'Portugal', code: 'PT' },
];
const PASSWORD = 'four invented words here';

function open(address: string, flags: Parameters<typeof siteSettings>[0] = BOTH) {
  const page = openAt(address, { session: false });
  server.use(
    api.query('SiteSettings', () => dataResponse(siteSettings(flags))),
    api.query('Countries', () => dataResponse({ countries: COUNTRIES })),
    api.query('DetectionList', () => dataResponse(detectionList([]))),
  );
  return page;
}

/** Answer and record the registration. */
function answerRegistration(respond: () => HttpResponse<never> | ReturnType<typeof dataResponse>) {
  const sent: unknown[] = [];
  const handle = ({ variables, request }: { variables: Record<string, unknown>; request: Request }) => {
    sent.push(variables['input'], request.headers.get('authorization'));
    return respond();
  };
  server.use(api.mutation('RegisterIndividual', handle), api.mutation('RegisterOrganization', handle));
  return sent;
}

const problem = (typename: string, change: object) => () =>
  dataResponse({ registerIndividual: { __typename: typename, message: 'No', code: 'X', ...change } });

async function fill(user: UserEvent) {
  await user.type(await screen.findByLabelText('First name *'), ' Ada ');
  await user.type(screen.getByLabelText('Last name *'), 'Lovelace');
  await user.type(screen.getByLabelText(/mail \*$/i), ' ada@acme.test ');
  await user.type(screen.getByLabelText('Phone *'), '+43123456789');
  await screen.findByRole('option', { name: 'Austria' });
  await user.selectOptions(screen.getByLabelText('Country *'), 'Austria');
  await user.type(screen.getByLabelText('Password *'), PASSWORD);
  await user.type(screen.getByLabelText('Repeat password *'), PASSWORD);
}

const press = async (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Sign up' }));

const PERSON = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@acme.test',
  phone: '+43123456789',
  country: 'Austria',
  password: PASSWORD,
  verifyPassword: PASSWORD,
  language: 'en',
  cfTurnstileResponse: null,
};

describe('the sign-up', () => {
  // spec: S2.22 S2.28
  it.each(['individual', 'company'])('of an %s has a title, labels and nothing that axe objects to', async (kind) => {
    open(`/auth/sign-up/${kind}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible();
    expect(document.title).toBe('Sign up');
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/auth/login');
    expect(screen.getByLabelText('Phone *')).toHaveAttribute('placeholder', '+44123456789 *');
    expect(await screen.findByRole('option', { name: 'Select Country *' })).toBeInTheDocument();
    expect(await axeViolations()).toEqual([]);
  });

  // spec: S2.29 S3.16 S4.17
  it('of an individual sends the payload, begins the session and leads to the email-validate page', async () => {
    const { user, address } = open('/auth/sign-up/individual');
    const account = signedUp();
    const sent = answerRegistration(() =>
      dataResponse({ registerIndividual: { __typename: 'LoginSuccess', ...signedIn(account) } }),
    );
    server.use(api.query('Viewer', () => dataResponse({ viewer: account })));
    await fill(user);
    await press(user);
    await waitFor(() => expect(address()).toBe('/auth/sign-up/individual/email-validate'));
    expect(sent).toEqual([PERSON, null]);
    expect(sessionStore.read().account?.user.email).toBe('ada@acme.test');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Email Confirmation Required' })).toHaveFocus());
  });

  // spec: S2.22 S2.26 S3.16
  it('of an organization asks for the company and the work email too', async () => {
    const { user, address } = open('/auth/sign-up/company');
    const account = signedUp({ kind: 'ORGANIZATION' });
    const sent = answerRegistration(() =>
      dataResponse({ registerOrganization: { __typename: 'LoginSuccess', ...signedIn(account) } }),
    );
    server.use(api.query('Viewer', () => dataResponse({ viewer: account })));
    await user.type(await screen.findByLabelText('Company name *'), 'Acme & Sons');
    expect(screen.getByLabelText('Work email *')).toBeVisible();
    await fill(user);
    await press(user);
    await waitFor(() => expect(address()).toBe('/auth/sign-up/company/email-validate'));
    expect(sent[0]).toEqual({ ...PERSON, companyName: 'Acme & Sons' });
  });

  // spec: S5.1 S5.2 S5.3 S5.4 S5.5 S5.7
  it('says under each field what is missing, and sends nothing', async () => {
    const { user } = open('/auth/sign-up/company');
    const sent = answerRegistration(() => HttpResponse.error());
    await screen.findByLabelText('Company name *');
    await press(user);
    for (const [label, message] of [
      ['Company name *', 'Field is Required'],
      ['First name *', 'Field is Required'],
      ['Last name *', 'Field is Required'],
      ['Work email *', 'Email is required'],
      ['Phone *', 'Enter Phone Number'],
      ['Country *', 'Field is Required'],
      ['Repeat password *', 'Please confirm your password'],
    ] as const)
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(message);
    expect(screen.getByLabelText('Password *')).toHaveAccessibleDescription(/Password is required$/);
    expect(screen.getByLabelText('Company name *')).toHaveFocus();
    expect(sent).toEqual([]);
  });

  // spec: S5.2 S5.3 S5.4 S5.5
  it('shows an error for invalid input, and removes it once it is valid', async () => {
    const { user } = open('/auth/sign-up/individual');
    await user.type(await screen.findByLabelText('Email *'), 'ada@acme.technology');
    await user.type(screen.getByLabelText('Phone *'), '0043123456789');
    await user.type(screen.getByLabelText('Password *'), 'short');
    await user.type(screen.getByLabelText('Repeat password *'), 'other');
    await press(user);
    expect(screen.getByText('Enter a valid email address')).toBeVisible();
    expect(
      screen.getByText('Phone number must be in international format, starting with + followed by country code.'),
    ).toBeVisible();
    expect(screen.getByText('Password must be at least 8 characters long')).toBeVisible();
    expect(screen.getByText('Passwords do not match')).toBeVisible();
    await user.clear(screen.getByLabelText('Password *'));
    await user.type(screen.getByLabelText('Password *'), 'other');
    await waitFor(() => expect(screen.queryByText('Passwords do not match')).not.toBeInTheDocument());
  });

  it.each(['individual', 'company'])('of an %s says in the demonstration which addresses work', async (kind) => {
    open(`/auth/sign-up/${kind}`, { ...BOTH, isDemonstration: true });
    expect(await screen.findByLabelText(/mail \*$/i)).toHaveAccessibleDescription(/jane@acme\.test/);
  });

  it('names no addresses outside the demonstration', async () => {
    open('/auth/sign-up/individual');
    expect(await screen.findByLabelText('Email *')).not.toHaveAccessibleDescription();
  });

  it('states the rules of the password and which part of them is met', async () => {
    const { user } = open('/auth/sign-up/individual');
    const password = await screen.findByLabelText('Password *');
    expect(password).toHaveAccessibleDescription('At least 8 characters; 15 or more is better.');
    await user.type(password, '12345678');
    expect(password).toHaveAccessibleDescription('Long enough; 15 or more is better.');
    await user.type(password, '9012345');
    expect(password).toHaveAccessibleDescription('Good length.');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password).toHaveAttribute('type', 'text');
  });

  it('keeps typed values between tabs', async () => {
    const { user, address } = open('/auth/sign-up/individual');
    await user.type(await screen.findByLabelText('First name *'), 'Ada');
    await user.click(screen.getByRole('tab', { name: 'Organization' }));
    expect(await screen.findByLabelText('Company name *')).toBeVisible();
    expect(address()).toBe('/auth/sign-up/company');
    expect(screen.getByLabelText('First name *')).toHaveValue('Ada');
    expect(screen.getByRole('tab', { name: 'Organization' })).toHaveFocus();
    await press(user);
    expect(await screen.findByText('Email is required')).toBeVisible();
    expect(screen.getByLabelText('Company name *')).toHaveFocus();
    await user.click(screen.getByRole('tab', { name: 'Organization' }));
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(address()).toBe('/auth/sign-up/individual'));
    expect(screen.getByRole('tab', { name: 'Individual' })).toHaveFocus();
  });

  // spec: S2.24
  it.each([
    [{ signupEnabled: true, individualSignupEnabled: true }, '/auth/sign-up/individual', ['Individual']],
    [{ signupEnabled: true, organizationSignupEnabled: true }, '/auth/sign-up/company', ['Organization']],
    [BOTH, '/auth/sign-up/company', ['Organization', 'Individual']],
  ])('with %j shows at %s the tabs %j', async (flags, address, tabs) => {
    open(address, flags);
    await screen.findByLabelText('First name *');
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(tabs);
  });

  // spec: S2.21 S2.28
  it.each([
    ['/auth/sign-up/individual', { signupEnabled: false, individualSignupEnabled: true }],
    ['/auth/sign-up/individual', { signupEnabled: true, organizationSignupEnabled: true }],
    ['/auth/sign-up/company', { signupEnabled: false, organizationSignupEnabled: true }],
    ['/auth/sign-up/company', { signupEnabled: true, individualSignupEnabled: true }],
  ])('%s leads to the homepage with %j', async (from, flags) => {
    const { address } = open(from, flags);
    await waitFor(() => expect(address()).toBe('/'));
  });

  // spec: S2.25
  it('has no link to a disabled login', async () => {
    open('/auth/sign-up/individual', { ...BOTH, loginEnabled: false });
    await screen.findByLabelText('First name *');
    expect(screen.queryByRole('link', { name: 'Log in' })).not.toBeInTheDocument();
  });

  it('redirects users with an account', async () => {
    server.use(api.query('DetectionList', () => dataResponse(detectionList([]))));
    const { address } = openSignedUp('/auth/sign-up/individual', signedUp({ verified: true }));
    await waitFor(() => expect(address()).toMatch(/^\/dashboard/));
  });

  // spec: S8.18
  it('has an empty list if the countries cannot be loaded, and logs it', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    open('/auth/sign-up/individual');
    server.use(api.query('Countries', () => errorResponse('Internal error', 'INTERNAL')));
    await screen.findByLabelText('Country *');
    await waitFor(() => expect(log).toHaveBeenCalled());
    expect(screen.getAllByRole('option')).toHaveLength(1);
    expect(screen.queryByText('Internal error')).not.toBeInTheDocument();
  });
});

describe('a sign-up that fails', () => {
  // spec: S8.4
  it("shows the server's field errors under the inputs, the first of each", async () => {
    const { user } = open('/auth/sign-up/individual');
    answerRegistration(
      problem('ValidationProblem', {
        fieldErrors: [
          { __typename: 'FieldError', field: 'email', messages: ['This email address is taken.', 'second'] },
          { __typename: 'FieldError', field: 'password', messages: ['This password is too common.'] },
        ],
      }),
    );
    await fill(user);
    await press(user);
    expect(await screen.findByText('This email address is taken.')).toBeVisible();
    expect(screen.getByLabelText('Email *')).toHaveFocus();
    expect(screen.getByLabelText('Password *')).toHaveAccessibleDescription(/This password is too common\.$/);
    expect(screen.queryByText('second')).not.toBeInTheDocument();
    expect(sessionStore.read().loggedIn).toBe(false);
  });

  // spec: S8.4
  it.each([
    ['a refusal', problem('RefusedProblem', { message: 'Sign-up is switched off.' }), 'Sign-up is switched off.'],
    [
      'too many',
      problem('ThrottledProblem', { message: 'Try again in 60 s.', retryAfterSeconds: 60 }),
      'Try again in 60 s.',
    ],
    [
      'a field that the form does not have',
      problem('ValidationProblem', {
        message: 'Check your input.',
        fieldErrors: [{ __typename: 'FieldError', field: 'elsewhere', messages: ['No'] }],
      }),
      'Check your input.',
    ],
    ['a fault without words', () => errorResponse('', 'INTERNAL'), 'An unexpected error occurred'],
    ['no answer', () => HttpResponse.error(), 'Cannot connect to the server. Please check your internet connection.'],
  ])('shows %s in a toast and on the page', async (_case, respond, message) => {
    const { user } = open('/auth/sign-up/individual');
    answerRegistration(respond as () => ReturnType<typeof dataResponse>);
    await fill(user);
    await press(user);
    await waitFor(() => expect(screen.getAllByText(message).length).toBeGreaterThanOrEqual(2));
  });
});

describe('human verification at the sign-up', () => {
  // spec: S5.9 S8.4
  it('is required before anything is sent, is sent once, and resets after a failure', async () => {
    const turnstile = stubTurnstile();
    const { user } = open('/auth/sign-up/individual', { ...BOTH, turnkeyEnabled: true, turnkeySiteKey: 'site-key' });
    const sent = answerRegistration(problem('RefusedProblem', { message: 'Not you.' }));
    await fill(user);
    await press(user);
    expect(await screen.findAllByText('Please complete the CAPTCHA')).not.toEqual([]);
    expect(sent).toEqual([]);
    turnstile.solve('token-1');
    await press(user);
    expect(await screen.findAllByText('Not you.')).not.toEqual([]);
    expect(sent[0]).toMatchObject({ cfTurnstileResponse: 'token-1' });
    expect(turnstile.resets()).toBe(1);
  });
});

describe('/signup', () => {
  // spec: B4.2.1
  it.each([
    [BOTH, '/auth/sign-up/individual'],
    [{ signupEnabled: true, organizationSignupEnabled: true }, '/auth/sign-up/company'],
    [{ ...BOTH, signupEnabled: false }, '/'],
  ])('with %j leads to %s', async (flags, destination) => {
    const { address } = open('/signup', flags);
    await waitFor(() => expect(address()).toBe(destination));
  });
});

/** Answers whose address the link verified. */
const verified = (email: string | null) =>
  server.use(api.query('VerifiedAddress', () => dataResponse({ verifiedAddress: email })));

describe('the sign-up after an address check', () => {
  const LINK = '/auth/sign-up/individual?address_token=secret';

  // spec: X33
  it('fills in the verified address, which stays as it is, and sends the token', async () => {
    const page = open(LINK);
    verified('ada@acme.test');
    const sent = answerRegistration(problem('RefusedProblem', {}));
    expect(await screen.findByText("You've verified this address.")).toBeVisible();
    expect(page.address()).toBe('/auth/sign-up/individual');
    expect(screen.getByLabelText('Email *')).toHaveValue('ada@acme.test');
    await fill(page.user);
    await press(page.user);
    await waitFor(() => expect(sent[0]).toMatchObject({ email: 'ada@acme.test', addressToken: 'secret' }));
    expect(await axeViolations()).toEqual([]);
  });

  it('is an ordinary one if the link is invalid or expired', async () => {
    open(LINK);
    verified(null);
    expect(await screen.findByLabelText('Email *')).toHaveValue('');
    expect(screen.getByLabelText('Email *')).not.toHaveAttribute('readonly');
    expect(screen.queryByText("You've verified this address.")).not.toBeInTheDocument();
  });
});
