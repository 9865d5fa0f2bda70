import { screen, waitFor, within } from '@testing-library/react';
import type { ViewerQuery } from '@/lib/session/session.generated';
import { sessionStore } from '@/lib/session/store';
import { dataResponse, errorResponse, viewer } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';

// Loads the page beforehand, since that takes long on a busy machine.
beforeAll(async () => {
  await import('./mfa-setup-page');
}, 60_000);

const viewerWith = (change: { required?: boolean; device?: boolean }): ViewerQuery => {
  const answer = viewer();
  if (answer.viewer) {
    answer.viewer.user.mfaSettings.isMfaRequired = change.required ?? true;
    answer.viewer.user.mfaSettings.isMfaDeviceEnabled = change.device ?? false;
  }
  return answer;
};

const TITLE = 'Set up two-factor authentication';

const refused = () => errorResponse('Your organization requires two-factor authentication.', 'MFA_SETUP_REQUIRED');

test('a refused request leads to the setup, and its end back to the page', async () => {
  const { user, address } = openAt('/dashboard/alerts', { signedIn: viewerWith({}) });
  // The server refuses everything until a factor is set up.
  server.use(api.query('DetectionList', refused));
  server.use(
    api.mutation('ConfigureMfa', () =>
      dataResponse({
        configureMfa: {
          __typename: 'ConfigureMfaSuccess',
          message: 'Scan the QR code.',
          account: viewerWith({}).viewer,
          device: {
            __typename: 'DeviceSetup',
            provisioningUri: 'otpauth://totp/x',
            secret: 'JBSWY3DPEHPK3PXP',
            qrCodePath: 'M0 0h1v1h-1z',
            qrCodeSize: 10,
          },
        },
      }),
    ),
    api.mutation('VerifyMfa', () => {
      server.use(api.query('Viewer', () => dataResponse(viewerWith({ device: true }))));
      return dataResponse({
        verifyMfa: {
          __typename: 'VerifyMfaSuccess',
          message: 'Device verification is on.',
          recoveryCodes: ['aaaaa-bbbbb'],
          account: viewerWith({ device: true }).viewer,
        },
      });
    }),
  );
  expect(await screen.findByRole('heading', { name: TITLE })).toBeVisible();
  expect(address()).toBe(`/auth/mfa-setup?${new URLSearchParams({ return: '/dashboard/alerts' })}`);
  expect(screen.getByText(/^Acme requires two-factor authentication/)).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  await user.click(screen.getByRole('switch', { name: 'Device Setup' }));
  const dialog = await screen.findByRole('dialog', { name: 'Device Verification' });
  await user.type(within(dialog).getByPlaceholderText('Enter Device Verification Code'), '123456{Enter}');
  const codes = await screen.findByRole('dialog', { name: 'Your recovery codes' });
  expect(within(codes).getByText('aaaaa-bbbbb')).toBeVisible();
  await user.click(within(codes).getByRole('button', { name: "I've saved them" }));
  expect(await screen.findByRole('heading', { name: "You're all set" })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/dashboard/alerts');
});

test('a member can log out instead', async () => {
  const { user, address } = openAt('/auth/mfa-setup', { signedIn: viewerWith({}) });
  server.use(api.mutation('Logout', () => dataResponse({ logout: { __typename: 'LogoutSuccess', message: '' } })));
  await user.click(await screen.findByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(address()).toMatch(/^\/auth\/login/));
  expect(sessionStore.read().loggedIn).toBe(false);
});

test('visitors log in first', async () => {
  const { address } = openAt('/auth/mfa-setup?return=%2Fdashboard%2Falerts', { session: false });
  await waitFor(() => expect(address()).toBe('/auth/login?return=%2Fdashboard%2Falerts'));
});
