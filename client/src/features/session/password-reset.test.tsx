import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { dataResponse, errorResponse, siteSettings } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import { stubTurnstile } from '@/testing/turnstile';

const heading = async (name: string) => screen.findByRole('heading', { level: 1, name });
/** Expect the heading of the next page to have the focus. */
const nextPage = async (name: string) => {
  const found = await heading(name);
  await waitFor(() => expect(found).toHaveFocus());
};
const done = { __typename: 'MessageSuccess', message: 'Done.' };
const validation = (field: string, message: string) => ({
  __typename: 'ValidationProblem',
  message: 'Some fields are invalid.',
  code: 'VALIDATION',
  fieldErrors: [{ __typename: 'FieldError', field, messages: [message] }],
});

const openRequest = () => openAt('/auth/reset-password', { session: false });

describe('requesting a reset', () => {
  // spec: S2.44 S2.45 S5.10
  it('sends the address and leads to the same page for every address', async () => {
    const sent: unknown[] = [];
    const { user, address } = openRequest();
    server.use(
      api.mutation('RequestPasswordReset', ({ variables }) => {
        sent.push(variables['input']);
        return dataResponse({ requestPasswordReset: done });
      }),
    );
    await heading('Reset your password');
    expect(document.title).toBe('Reset your password');
    expect(await axeViolations()).toEqual([]);
    await user.type(screen.getByLabelText('Email'), 'ada@acme.example');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await nextPage('Check your email');
    expect(document.title).toBe('Check your email');
    expect(
      screen.getByText(
        'If an account with that email exists and is verified, you’ll receive an email with instructions to reset your password.',
      ),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Return to Login' })).toHaveAttribute('href', '/auth/login');
    expect(await axeViolations()).toEqual([]);
    expect(sent).toEqual([{ email: 'ada@acme.example', cfTurnstileResponse: null }]);
    expect(address()).toBe('/auth/reset-password/check-email');
  });

  // spec: S8.11
  it.each([
    ["the server's words", () => errorResponse('The database is away.', 'UNAVAILABLE'), 'The database is away.'],
    [
      'a refusal without words',
      () => dataResponse({ requestPasswordReset: { __typename: 'RefusedProblem', message: '', code: 'REFUSED' } }),
      'An unexpected error occurred',
    ],
  ])('stays after a failure, with %s', async (_case, respond, message) => {
    const { user, address } = openRequest();
    server.use(api.mutation('RequestPasswordReset', respond));
    await user.type(await screen.findByLabelText('Email'), 'ada@acme.example');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    expect((await screen.findAllByText(message)).length).toBeGreaterThanOrEqual(2);
    expect(address()).toBe('/auth/reset-password');
  });

  it('shows a refused address under the field', async () => {
    const { user } = openRequest();
    server.use(
      api.mutation('RequestPasswordReset', () =>
        dataResponse({ requestPasswordReset: validation('email', 'Email is required') }),
      ),
    );
    await user.click(await screen.findByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Email is required'));
  });

  // spec: S4.23 S5.9 S8.11
  it('a26: needs the widget if enabled, again after each failure', async () => {
    const turnstile = stubTurnstile();
    const sent: unknown[] = [];
    const { user } = openRequest();
    server.use(
      api.query('SiteSettings', () =>
        dataResponse(siteSettings({ turnkeyEnabled: true, turnkeySiteKey: 'invented-key' })),
      ),
      api.mutation('RequestPasswordReset', ({ variables }) => {
        sent.push(variables['input']);
        return errorResponse('The database is away.', 'UNAVAILABLE');
      }),
    );
    await waitFor(() => expect(turnstile.rendered).toHaveLength(1));
    await user.type(screen.getByLabelText('Email'), 'ada@acme.example');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    expect((await screen.findAllByText('Please complete the CAPTCHA')).length).toBeGreaterThanOrEqual(2);
    expect(sent).toEqual([]);
    turnstile.solve('token-1');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(turnstile.resets()).toBe(1));
    expect(sent).toMatchObject([{ cfTurnstileResponse: 'token-1' }]);
  });
});

describe('setting a new password', () => {
  const LINK = '/auth/reset-password/confirm?uid=user-1&token=invented-token';

  function open(respond: () => ReturnType<typeof dataResponse> | HttpResponse<null>) {
    const sent: unknown[] = [];
    const page = openAt(LINK, { session: false });
    server.use(
      api.mutation('ConfirmPasswordReset', ({ variables }) => {
        sent.push(variables['input']);
        return respond();
      }),
    );
    const send = async (password: string, confirmation = password) => {
      await page.user.type(await screen.findByLabelText('Email'), 'ada@acme.example');
      await page.user.type(screen.getByLabelText('New password'), password);
      await page.user.type(screen.getByLabelText('Confirm new password'), confirmation);
      await page.user.click(screen.getByRole('button', { name: 'Reset Password' }));
    };
    return { ...page, sent, send };
  }

  // spec: S2.46 S2.47 S2.48
  it('removes uid and token from the address, sends them with the password, and reports success', async () => {
    const { address, send, sent } = open(() => dataResponse({ confirmPasswordReset: done }));
    await heading('Set a new password');
    expect(document.title).toBe('Set a new password');
    await waitFor(() => expect(address()).toBe('/auth/reset-password/confirm'));
    expect(await axeViolations()).toEqual([]);
    await send('invented-Heron-41');
    await nextPage('Password Reset Successful');
    expect(screen.getByText('Your password has been reset. You can now log in with your new password.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Return to Login' })).toHaveAttribute('href', '/auth/login');
    expect(sent).toEqual([
      { email: 'ada@acme.example', uid: 'user-1', token: 'invented-token', newPassword: 'invented-Heron-41' },
    ]);
    expect(address()).toBe('/auth/reset-password/success');
  });

  // spec: S5.11
  it('sends nothing if the two differ', async () => {
    const { send, sent } = open(() => dataResponse({ confirmPasswordReset: done }));
    await send('invented-Heron-41', 'invented-Heron-42');
    expect((await screen.findAllByText('Passwords do not match')).length).toBeGreaterThanOrEqual(2);
    expect(sent).toEqual([]);
  });

  it('a05: shows why a password is refused, and accepts a better one', async () => {
    const { send, address } = open(() =>
      dataResponse({ confirmPasswordReset: validation('newPassword', 'This password is too common.') }),
    );
    await send('password');
    await waitFor(() =>
      expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(/This password is too common\./),
    );
    expect(address()).toBe('/auth/reset-password/confirm');
  });

  // spec: S2.47 S2.49 S8.12
  it.each([
    [
      'a refused link',
      () =>
        dataResponse({
          confirmPasswordReset: { __typename: 'RefusedProblem', message: 'Invalid.', code: 'BAD_CREDENTIALS' },
        }),
    ],
    ['a fault', () => errorResponse('Internal error', 'INTERNAL')],
  ])('a23: leads to the failure page after %s', async (_case, respond) => {
    const { send, address } = open(respond);
    await send('invented-Heron-41');
    await nextPage('Password Reset Failed');
    expect(address()).toBe('/auth/reset-password/failure');
    expect(
      screen.getByText('The reset link is invalid or has expired. Please try again or request a new reset email.'),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/auth/reset-password');
    expect(screen.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup');
    expect(await axeViolations()).toEqual([]);
  });

  it('stays without a response', async () => {
    const { send, address } = open(() => HttpResponse.error());
    await send('invented-Heron-41');
    expect((await screen.findAllByText(/^Cannot connect to the server/)).length).toBeGreaterThanOrEqual(2);
    expect(address()).toBe('/auth/reset-password/confirm');
  });

  it.each(['', '?uid=user-1', '?token=invented-token'])(
    'an incomplete link leads to the failure page: "%s"',
    async (query) => {
      openAt(`/auth/reset-password/confirm${query}`, { session: false });
      expect(await heading('Password Reset Failed')).toBeVisible();
    },
  );
});
