import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { sessionStore } from '@/lib/session/store';
import { dataResponse, detectionList, errorResponse, loginSuccess, siteSettings } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import { stubTurnstile } from '@/testing/turnstile';

function unverifiedLogin() {
  const { login } = loginSuccess();
  if (login.__typename !== 'LoginSuccess') throw new Error('The fixture is a success.');
  return {
    login: { ...login, account: { ...login.account, user: { ...login.account.user, isEmailVerified: false } } },
  };
}

const typeAndSubmit = async (user: ReturnType<typeof openAt>['user']) => {
  await user.type(await screen.findByLabelText('Email'), 'ada@acme.example');
  await user.type(screen.getByLabelText('Password'), 'invented-password-1');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
};

beforeEach(() => server.use(api.query('DetectionList', () => dataResponse(detectionList([])))));

const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('the login page', () => {
  // spec: S2.36 S2.50
  it('has a title, labels and nothing that axe objects to', async () => {
    openAt('/auth/login', { session: false });
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(document.title).toBe('Log in');
    expect(await axeViolations()).toEqual([]);
  });

  it('says why the server ended the session, leads back to the page, and forgets the reason with the login', async () => {
    const { user, address } = openAt('/dashboard/alerts');
    const message = 'You were logged out after 60 minutes without activity.';
    server.use(
      api.query('DetectionList', () => errorResponse('Log in to continue.', 'UNAUTHENTICATED')),
      api.mutation('RefreshSession', () =>
        dataResponse({ refresh: { __typename: 'RefusedProblem', message, code: 'SESSION_ENDED' } }),
      ),
      api.mutation('Login', () => dataResponse(loginSuccess())),
    );
    expect(await screen.findByText(message)).toBeVisible();
    expect(address()).toBe(`/auth/login?${new URLSearchParams({ return: '/dashboard/alerts' })}`);
    expect(await axeViolations()).toEqual([]);
    server.use(api.query('DetectionList', () => dataResponse(detectionList([]))));
    await typeAndSubmit(user);
    await waitFor(() => expect(address()).toBe('/dashboard/alerts'));
    expect(sessionStore.endNotice()).toBeNull();
  });

  it('has no such reason after an ordinary end', async () => {
    openAt('/dashboard/alerts');
    server.use(
      api.query('DetectionList', () => errorResponse('Log in to continue.', 'UNAUTHENTICATED')),
      api.mutation('RefreshSession', () =>
        dataResponse({ refresh: { __typename: 'RefusedProblem', message: 'Ended.', code: 'BAD_CREDENTIALS' } }),
      ),
    );
    expect(await screen.findByRole('heading', { level: 1, name: /Log in/ })).toBeVisible();
    expect(screen.queryByText('Ended.')).not.toBeInTheDocument();
  });

  // spec: S2.36 S4.1 S4.15 S5.8 S8.6
  it('sends the input without validation, stores the session and goes to the dashboard', async () => {
    const { user, address } = openAt('/auth/login', { session: false });
    const sent: unknown[] = [];
    server.use(
      api.mutation('Login', ({ variables, request }) => {
        sent.push(variables['input'], request.headers.get('authorization'));
        return dataResponse(loginSuccess());
      }),
    );
    await user.click(await screen.findByLabelText('Remember me'));
    await typeAndSubmit(user);
    expect(await screen.findByText('Login successful')).toBeInTheDocument();
    const input = { email: 'ada@acme.example', password: 'invented-password-1', rememberMe: true };
    expect(sent).toEqual([{ ...input, cfTurnstileResponse: null }, null]);
    expect(sessionStore.read().account?.user.email).toBe('ada@acme.example');
    await waitFor(() => expect(address()).toMatch(/^\/dashboard/));
  });

  it.each([
    ['/dashboard/alerts-domain?state=all', '/dashboard/alerts-domain?state=all'],
    ['//evil.example', '/dashboard'],
    ['/\\evil.example', '/dashboard'],
    ['javascript:alert(1)', '/dashboard'],
  ])('a31: return=%s leads to %s', async (wanted, destination) => {
    const { address } = openAt(`/auth/login?${new URLSearchParams({ return: wanted })}`);
    await waitFor(() => expect(address()).toBe(destination));
  });

  it("shows the server's field errors under the inputs, the first of each", async () => {
    const { user } = openAt('/auth/login', { session: false });
    server.use(
      api.mutation('Login', () =>
        dataResponse({
          login: {
            __typename: 'ValidationProblem',
            message: 'The input breaks a rule.',
            code: 'VALIDATION',
            fieldErrors: [
              { __typename: 'FieldError', field: 'email', messages: ['Email is required', 'second'] },
              { __typename: 'FieldError', field: 'password', messages: ['Password is required'] },
            ],
          },
        }),
      ),
    );
    await typeAndSubmit(user);
    expect(await screen.findByLabelText('Email')).toHaveAccessibleDescription('Email is required');
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Password is required');
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(screen.queryByText('second')).not.toBeInTheDocument();
  });

  it.each([
    [
      'a refusal',
      () =>
        dataResponse({
          login: { __typename: 'RefusedProblem', message: 'Incorrect email or password.', code: 'CREDENTIALS' },
        }),
      'Incorrect email or password.',
    ],
    ['a fault', () => errorResponse('The database is away.', 'UNAVAILABLE'), 'The database is away.'],
    ['no answer', () => HttpResponse.error(), 'Cannot connect to the server. Please check your internet connection.'],
  ])('shows %s in a toast and on the page', async (_case, respond, message) => {
    const { user } = openAt('/auth/login', { session: false });
    server.use(api.mutation('Login', respond));
    await typeAndSubmit(user);
    expect((await screen.findAllByText(message)).length).toBeGreaterThanOrEqual(2);
    expect(sessionStore.read().loggedIn).toBe(false);
  });

  // spec: S4.15
  it('leads to the email verification while the address is unverified', async () => {
    const { user, address } = openAt('/auth/login?return=/dashboard/alerts', { session: false });
    server.use(api.mutation('Login', () => dataResponse(unverifiedLogin())));
    await typeAndSubmit(user);
    await waitFor(() => expect(address()).toBe('/auth/sign-up/company/email-validate'));
  });

  // spec: S2.38
  it('links to terms, privacy, homepage and the reset of a password', async () => {
    openAt('/auth/login', { session: false });
    await screen.findByRole('heading', { level: 1 });
    expect(target('Terms of use')).toBe('/legal/terms-of-use');
    expect(target('Privacy policy')).toBe('/legal/privacy');
    expect(target('Return to the homepage')).toBe('/');
    expect(target('Forgot password?')).toBe('/auth/reset-password');
    expect(screen.queryByRole('link', { name: 'Sign up' })).not.toBeInTheDocument();
  });

  // spec: S2.38
  it.each([
    [{ individualSignupEnabled: true, organizationSignupEnabled: true }, '/auth/sign-up/individual'],
    [{ organizationSignupEnabled: true }, '/auth/sign-up/company'],
  ])('links to the enabled sign-up: %j', async (flags, address) => {
    openAt('/auth/login', { session: false });
    server.use(api.query('SiteSettings', () => dataResponse(siteSettings({ signupEnabled: true, ...flags }))));
    expect(await screen.findByRole('link', { name: 'Sign up' })).toHaveAttribute('href', address);
  });

  // spec: S2.39
  it('leads to the homepage if login is disabled', async () => {
    const { address } = openAt('/auth/login', { session: false });
    server.use(api.query('SiteSettings', () => dataResponse(siteSettings({ loginEnabled: false }))));
    await waitFor(() => expect(address()).toBe('/'));
    expect(screen.queryByRole('link', { name: 'Login' })).not.toBeInTheDocument();
  });
});

describe('human verification at login', () => {
  const refusal = { __typename: 'RefusedProblem', message: 'Incorrect email or password.', code: 'CREDENTIALS' };

  function open() {
    const turnstile = stubTurnstile();
    const sent: unknown[] = [];
    const page = openAt('/auth/login', { session: false });
    server.use(
      api.query('SiteSettings', () =>
        dataResponse(siteSettings({ turnkeyEnabled: true, turnkeySiteKey: 'invented-key' })),
      ),
      api.mutation('Login', ({ variables }) => {
        sent.push(variables['input']);
        return dataResponse({ login: refusal });
      }),
    );
    return { ...page, turnstile, sent };
  }

  // spec: S2.37 S5.9
  it('a26: nothing is sent before the widget is done', async () => {
    const { user, sent, turnstile } = open();
    await typeAndSubmit(user);
    expect((await screen.findAllByText('Please complete the CAPTCHA')).length).toBeGreaterThanOrEqual(2);
    expect(sent).toEqual([]);
    expect(turnstile.resets()).toBe(0);
  });

  // spec: S4.16 S7.11
  it('sends the token, and the widget resets after a failure', async () => {
    const { user, sent, turnstile } = open();
    await waitFor(() => expect(turnstile.rendered).toHaveLength(1));
    turnstile.solve('token-1');
    await typeAndSubmit(user);
    await waitFor(() => expect(turnstile.resets()).toBe(1));
    turnstile.solve('token-2');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(turnstile.resets()).toBe(2));
    expect(sent).toMatchObject([{ cfTurnstileResponse: 'token-1' }, { cfTurnstileResponse: 'token-2' }]);
  });
});

async function openRequest() {
  const page = openAt('/auth/login', { session: false });
  await page.user.type(await screen.findByLabelText('Email'), 'ada@acme.example');
  await page.user.click(screen.getByRole('button', { name: 'Email me a login link' }));
  return page;
}

describe('a login link', () => {
  it('is requested for the typed address, with the same response for every address', async () => {
    const sent: unknown[] = [];
    server.use(
      api.mutation('RequestMagicLink', ({ variables }) => {
        sent.push(variables['input']);
        return dataResponse({ requestMagicLink: { __typename: 'MessageSuccess', message: 'Mailed.' } });
      }),
    );
    const { user } = await openRequest();
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus());
    expect(await axeViolations()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Send link' }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'Check your email' });
    await waitFor(() => expect(heading).toHaveFocus());
    expect(sent).toEqual([{ email: 'ada@acme.example', cfTurnstileResponse: null }]);
    await user.click(screen.getByRole('button', { name: 'Log in with your password instead' }));
    expect(await screen.findByLabelText('Email')).toHaveValue('ada@acme.example');
  });

  it('can be refused: the field shows the reason', async () => {
    server.use(
      api.mutation('RequestMagicLink', () =>
        dataResponse({
          requestMagicLink: {
            __typename: 'ValidationProblem',
            message: 'Some fields are invalid.',
            code: 'VALIDATION',
            fieldErrors: [{ __typename: 'FieldError', field: 'email', messages: ['Email is required'] }],
          },
        }),
      ),
    );
    const { user } = await openRequest();
    await user.click(await screen.findByRole('button', { name: 'Send link' }));
    expect(await screen.findByLabelText('Email')).toHaveAccessibleDescription('Email is required');
  });

  it('can be rate-limited: a toast and the page say so', async () => {
    const message = 'Too many attempts. Try again in 15 minutes.';
    server.use(
      api.mutation('RequestMagicLink', () =>
        dataResponse({ requestMagicLink: { __typename: 'ThrottledProblem', message, code: 'THROTTLED' } }),
      ),
    );
    const { user } = await openRequest();
    await user.click(await screen.findByRole('button', { name: 'Send link' }));
    expect((await screen.findAllByText(message)).length).toBeGreaterThanOrEqual(2);
  });
});
