import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { sessionStore } from '@/lib/session/store';
import { answer, fault, loginSuccess, siteSettings } from '@/testing/answers';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';

const typeAndSubmit = async (user: ReturnType<typeof openAt>['user']) => {
  await user.type(await screen.findByLabelText('Email'), 'ada@acme.example');
  await user.type(screen.getByLabelText('Password'), 'invented-password-1');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
};

beforeEach(() => server.use(api.query('DetectionList', () => answer({ alerts: null }))));

describe('the log-in page', () => {
  it('has a title, labels and nothing that axe objects to', async () => {
    openAt('/auth/login', { session: false });
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(document.title).toBe('Login');
    expect(await axeViolations()).toEqual([]);
  });

  it('sends what was typed without judging it, stores the session and goes to the dashboard', async () => {
    const { user, address } = openAt('/auth/login', { session: false });
    const sent: unknown[] = [];
    server.use(
      api.mutation('Login', ({ variables, request }) => {
        sent.push(variables['input'], request.headers.get('authorization'));
        return answer(loginSuccess());
      }),
    );
    await user.click(await screen.findByLabelText('Remember me'));
    await typeAndSubmit(user);
    expect(await screen.findByText('Login successful')).toBeInTheDocument();
    expect(sent).toEqual([{ email: 'ada@acme.example', password: 'invented-password-1', rememberMe: true }, null]);
    expect(sessionStore.read().account?.user.email).toBe('ada@acme.example');
    await waitFor(() => expect(address()).toMatch(/^\/dashboard/));
  });

  it.each([
    ['/dashboard/alerts-domain?state=all', '/dashboard/alerts-domain?state=all'],
    ['//evil.example', '/dashboard/alerts'],
    ['/\\evil.example', '/dashboard/alerts'],
    ['javascript:alert(1)', '/dashboard/alerts'],
  ])('a31: return=%s leads to %s', async (wanted, destination) => {
    const { address } = openAt(`/auth/login?${new URLSearchParams({ return: wanted })}`);
    await waitFor(() => expect(address()).toBe(destination));
  });

  it("shows the server's field errors under the inputs, the first of each", async () => {
    const { user } = openAt('/auth/login', { session: false });
    server.use(
      api.mutation('Login', () =>
        answer({
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
        answer({ login: { __typename: 'RefusedProblem', message: 'Wrong e-mail or password.', code: 'CREDENTIALS' } }),
      'Wrong e-mail or password.',
    ],
    ['a fault', () => fault('The database is away.', 'UNAVAILABLE'), 'The database is away.'],
    ['no answer', () => HttpResponse.error(), 'Cannot connect to the server. Please check your internet connection.'],
  ])('shows %s as a notice and on the page', async (_case, respond, message) => {
    const { user } = openAt('/auth/login', { session: false });
    server.use(api.mutation('Login', respond));
    await typeAndSubmit(user);
    expect((await screen.findAllByText(message)).length).toBeGreaterThanOrEqual(2);
    expect(sessionStore.read().loggedIn).toBe(false);
  });

  it('says that a second step is wanted', async () => {
    const { user } = openAt('/auth/login', { session: false });
    server.use(
      api.mutation('Login', () =>
        answer({
          login: { __typename: 'MfaRequired', message: 'MFA required', code: 'MFA_REQUIRED', methods: ['EMAIL'] },
        }),
      ),
    );
    await typeAndSubmit(user);
    expect(await screen.findByText(/asks for a second step/)).toBeVisible();
  });

  it('leads to the homepage where log-in is switched off', async () => {
    const { address } = openAt('/auth/login', { session: false });
    server.use(api.query('SiteSettings', () => answer(siteSettings({ loginEnabled: false }))));
    await waitFor(() => expect(address()).toBe('/'));
    expect(screen.queryByRole('link', { name: 'Login' })).not.toBeInTheDocument();
  });
});
