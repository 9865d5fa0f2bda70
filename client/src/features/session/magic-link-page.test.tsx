import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { sessionStore } from '@/lib/session/store';
import { dataResponse, detectionList, loginSuccess, siteSettings } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';

const success = () => ({ loginWithMagicLink: loginSuccess().login });

function openLink(answers: object[] = [success()]) {
  const page = openAt('/auth/m?token=invented-token', { session: false });
  const sent: unknown[] = [];
  server.use(
    api.query('DetectionList', () => dataResponse(detectionList([]))),
    api.mutation('LoginWithMagicLink', ({ variables }) => {
      sent.push(variables['input']);
      return dataResponse(answers[sent.length - 1] ?? {});
    }),
  );
  const press = async (name: string) => page.user.click(await screen.findByRole('button', { name }));
  return { ...page, sent, press };
}

describe('the page of a login link', () => {
  // spec: S2.41
  it('a25: removes the token from the address, and uses nothing up before the button is pressed', async () => {
    const { sent, address, press } = openLink();
    const button = await screen.findByRole('button', { name: 'Log in' });
    await waitFor(() => expect(button).toHaveFocus());
    await waitFor(() => expect(address()).toBe('/auth/m'));
    expect(await axeViolations()).toEqual([]);
    expect(sent).toEqual([]);
    await press('Log in');
    expect(await screen.findByText('Login successful')).toBeInTheDocument();
    await waitFor(() => expect(address()).toMatch(/^\/dashboard/));
    expect(sent).toEqual([{ token: 'invented-token' }]);
    expect(sessionStore.read().loggedIn).toBe(true);
  });

  it('a18: asks for the second factor with the same link', async () => {
    const { user, sent, press } = openLink([
      {
        loginWithMagicLink: {
          __typename: 'MfaRequired',
          message: 'MFA required',
          code: 'MFA_REQUIRED',
          methods: ['EMAIL'],
          emailToken: 'leg-1',
        },
      },
      success(),
    ]);
    const mailed: unknown[] = [];
    server.use(
      api.mutation('SendMfaEmail', ({ variables }) => {
        mailed.push(variables['input']);
        return dataResponse({ sendMfaEmail: { __typename: 'MessageSuccess', message: 'Sent.' } });
      }),
    );
    await press('Log in');
    await user.type(await screen.findByLabelText('Enter Email Code'), '123456');
    await press('Continue');
    expect(await screen.findByText('Login successful')).toBeInTheDocument();
    expect(mailed).toEqual([{ emailToken: 'leg-1' }]);
    expect(sent.at(-1)).toEqual({ token: 'invented-token', emailVerificationCode: '123456' });
  });

  // spec: S8.9
  it.each([
    [
      'a refused link: the words of the server',
      { __typename: 'RefusedProblem', message: 'This link is invalid or expired.', code: 'BAD_CREDENTIALS' },
      'This link is invalid or expired.',
    ],
    [
      'a failure without words',
      { __typename: 'RefusedProblem', message: '', code: 'REFUSED' },
      'Magic link login failed',
    ],
  ])('leads to the login page after %s', async (_case, loginWithMagicLink, message) => {
    const { address, press } = openLink([{ loginWithMagicLink }]);
    await press('Log in');
    expect(await screen.findByText(message)).toBeInTheDocument();
    await waitFor(() => expect(address()).toBe('/auth/login'));
  });

  it('stays without a response: the link remains valid', async () => {
    const { address, press } = openLink();
    server.use(api.mutation('LoginWithMagicLink', () => HttpResponse.error()));
    await press('Log in');
    expect((await screen.findAllByText(/^Cannot connect to the server/)).length).toBeGreaterThanOrEqual(2);
    expect(address()).toBe('/auth/m');
  });

  // spec: S2.42 S8.9
  it('leads to the login page without a token', async () => {
    const { address } = openAt('/auth/m', { session: false });
    expect(await screen.findByText('Invalid or missing token')).toBeInTheDocument();
    await waitFor(() => expect(address()).toBe('/auth/login'));
  });

  // spec: S2.42
  it('leads to the homepage if login is disabled', async () => {
    const { address } = openLink();
    server.use(api.query('SiteSettings', () => dataResponse(siteSettings({ loginEnabled: false }))));
    await waitFor(() => expect(address()).toBe('/'));
  });
});
