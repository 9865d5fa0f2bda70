import { screen, waitFor, within } from '@testing-library/react';
import { sessionStore } from '@/lib/session/store';
import { dataResponse, errorResponse } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { accountWith, events, security } from '@/testing/security';
import { api, server } from '@/testing/server';

const PAGE = '/dashboard/settings/security';

const setup = {
  __typename: 'DeviceSetup',
  provisioningUri: 'otpauth://totp/Breachlight:ada%40acme.example?secret=JBSWY3DPEHPK3PXP',
  secret: 'JBSWY3DPEHPK3PXP',
  qrCodePath: 'M4 4h7v1h-7z',
  qrCodeSize: 33,
} as const;

const configured = (enable: boolean, now = { device: false, email: false }) => ({
  configureMfa: {
    __typename: 'ConfigureMfaSuccess',
    message: enable ? 'Enter the first code.' : 'The second step is off.',
    account: accountWith(now),
    device: enable ? setup : null,
  },
});

const turnDeviceOn = async (user: ReturnType<typeof openAt>['user']) =>
  user.click(await screen.findByRole('switch', { name: 'Device Setup' }));

beforeEach(() =>
  server.use(
    api.query('Security', () => dataResponse(security())),
    api.query('SecurityEvents', () => dataResponse(events(['login', 'alerts_exported', 'an_event_of_tomorrow']))),
  ),
);

// spec: S2.72 S2.73
it('has a title and nothing that axe objects to', async () => {
  openAt(PAGE);
  expect(await screen.findByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  expect(await screen.findByText('Firefox on Linux')).toBeVisible();
  expect(document.title).toBe('Security');
  expect(await screen.findByText('with the API key “Ticket system”')).toBeVisible();
  expect(screen.getByText('Manage your security settings.')).toBeVisible();
  expect(await axeViolations()).toEqual([]);
});

describe('two-factor authentication', () => {
  // spec: S2.75 S2.76 S4.24 S4.27 X11
  it('turns on with the first code, and shows the recovery codes once', async () => {
    const { user } = openAt(PAGE);
    server.use(
      api.mutation('ConfigureMfa', () => dataResponse(configured(true))),
      api.mutation('VerifyMfa', ({ variables }) => {
        expect(variables).toEqual({ method: 'DEVICE', verificationCode: '123456' });
        return dataResponse({
          verifyMfa: {
            __typename: 'VerifyMfaSuccess',
            message: 'Two-factor authentication is on.',
            recoveryCodes: ['aaaaa-bbbbb', 'ccccc-ddddd'],
            account: accountWith({ device: true }),
          },
        });
      }),
    );
    await turnDeviceOn(user);
    const dialog = await screen.findByRole('dialog', { name: 'Device Verification' });
    expect(within(dialog).getByText('Scan With any QR scanner and Input the Otp Above')).toBeVisible();
    const code = within(dialog).getByRole('img', { name: /QR code/ });
    expect(code).toBeVisible();
    expect(code.innerHTML).toMatch(/<rect [^>]*fill="white".*<path [^>]*fill="black"/);
    expect(within(dialog).getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Copy secret' }));
    expect(await screen.findByText('Copied to clipboard!')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe('JBSWY3DPEHPK3PXP');
    await user.type(within(dialog).getByPlaceholderText('Enter Device Verification Code'), '123 456');
    await user.click(within(dialog).getByRole('button', { name: 'Verify' }));
    const codes = await screen.findByRole('dialog', { name: 'Your recovery codes' });
    expect(within(codes).getByText('aaaaa-bbbbb')).toBeVisible();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('Refused', 'NotAllowedError'));
    await user.click(within(codes).getByRole('button', { name: 'Copy all' }));
    expect(await screen.findByText('Failed to copy.')).toBeInTheDocument();
    await user.click(within(codes).getByRole('button', { name: "I've saved them" }));
    await waitFor(() => expect(screen.queryByText('aaaaa-bbbbb')).not.toBeInTheDocument());
    expect(await screen.findByRole('switch', { name: 'Device Setup' })).toBeChecked();
    expect(sessionStore.read().account?.user.mfa_settings.is_mfa_device_enabled).toBe(true);
  });

  // spec: S4.26 S8.13
  it('stays with the dialog on a wrong code, and turns off without asking when it is closed', async () => {
    const { user } = openAt(PAGE);
    const asked: unknown[] = [];
    server.use(
      api.mutation('ConfigureMfa', ({ variables }) => {
        asked.push(variables['enable']);
        return dataResponse(configured(variables['enable'] === true));
      }),
      api.mutation('VerifyMfa', () =>
        dataResponse({
          verifyMfa: { __typename: 'RefusedProblem', message: 'The code is not correct.', code: 'BAD_CREDENTIALS' },
        }),
      ),
    );
    await turnDeviceOn(user);
    const dialog = await screen.findByRole('dialog', { name: 'Device Verification' });
    await user.type(within(dialog).getByRole('textbox'), '000000{Enter}');
    expect(await within(dialog).findByText('The code is not correct.')).toBeVisible();
    await waitFor(() => expect(screen.getAllByText('The code is not correct.')).toHaveLength(2));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(asked).toEqual([true, false]));
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Device Setup' })).not.toBeChecked());
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  // spec: S2.75 S4.25
  it('turns on by email too, and stays on after a No', async () => {
    const { user } = openAt(PAGE);
    const asked: unknown[] = [];
    server.use(
      api.mutation('ConfigureMfa', ({ variables }) => {
        asked.push(variables);
        return dataResponse({ configureMfa: { ...configured(true).configureMfa, device: null } });
      }),
      api.mutation('VerifyMfa', ({ variables }) => {
        expect(variables).toEqual({ method: 'EMAIL', verificationCode: '123456' });
        return dataResponse({
          verifyMfa: {
            __typename: 'VerifyMfaSuccess',
            message: 'Codes by email are on.',
            recoveryCodes: [],
            account: accountWith({ email: true }),
          },
        });
      }),
    );
    const toggle = await screen.findByRole('switch', { name: 'Email Setup' });
    await user.click(toggle);
    const dialog = await screen.findByRole('dialog', { name: 'Email Verification' });
    expect(within(dialog).queryByRole('img', { name: /QR code/ })).not.toBeInTheDocument();
    await user.type(within(dialog).getByPlaceholderText('Enter Email Verification Code'), '123456');
    await user.click(within(dialog).getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText('Codes by email are on.')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(toggle).toBeEnabled());
    await user.click(toggle);
    const question = await screen.findByRole('alertdialog', { name: 'MFA Settings' });
    expect(within(question).getByText('Disable Email MFA?')).toBeVisible();
    await user.click(within(question).getByRole('button', { name: 'No' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(toggle).toBeChecked();
    expect(asked).toEqual([{ method: 'EMAIL', enable: true }]);
  });

  // spec: S4.28
  it('resets the switch and says why when it cannot be turned on', async () => {
    const { user } = openAt(PAGE);
    server.use(
      api.mutation('ConfigureMfa', () =>
        dataResponse({
          configureMfa: {
            __typename: 'RefusedProblem',
            message: 'Confirm your email first.',
            code: 'EMAIL_NOT_VERIFIED',
          },
        }),
      ),
    );
    await user.click(await screen.findByRole('switch', { name: 'Email Setup' }));
    expect(await screen.findByText('Confirm your email first.')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Email Setup' })).not.toBeChecked());
  });

  it('asks for the password where the login is old', async () => {
    const { user } = openAt(PAGE);
    let confirmed = false;
    server.use(
      api.mutation('ConfigureMfa', () =>
        confirmed
          ? dataResponse(configured(true))
          : dataResponse({
              configureMfa: { __typename: 'RefusedProblem', message: 'Confirm.', code: 'REAUTHENTICATION_REQUIRED' },
            }),
      ),
      api.mutation('Reauthenticate', () => {
        confirmed = true;
        return dataResponse({
          reauthenticate: { __typename: 'ReauthenticateSuccess', message: 'Password confirmed.' },
        });
      }),
    );
    await turnDeviceOn(user);
    const password = await screen.findByRole('dialog', { name: 'Confirm your password' });
    await user.type(within(password).getByLabelText('Password'), 'invented-password-1');
    await user.click(within(password).getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByRole('dialog', { name: 'Device Verification' })).toBeVisible();
  });

  // spec: A21
  it('asks for the password where the first code comes too late after the login, and keeps the code if it is not given', async () => {
    const { user } = openAt(PAGE);
    let confirmed = false;
    server.use(
      api.mutation('ConfigureMfa', () => dataResponse(configured(true))),
      api.mutation('VerifyMfa', () =>
        dataResponse({
          verifyMfa: confirmed
            ? {
                __typename: 'VerifyMfaSuccess',
                message: 'Two-factor authentication is on.',
                recoveryCodes: [],
                account: accountWith({ device: true }),
              }
            : { __typename: 'RefusedProblem', message: 'Confirm.', code: 'REAUTHENTICATION_REQUIRED' },
        }),
      ),
      api.mutation('Reauthenticate', () => {
        confirmed = true;
        return dataResponse({
          reauthenticate: { __typename: 'ReauthenticateSuccess', message: 'Password confirmed.' },
        });
      }),
    );
    await turnDeviceOn(user);
    const dialog = await screen.findByRole('dialog', { name: 'Device Verification' });
    await user.type(within(dialog).getByRole('textbox'), '123456');
    await user.click(within(dialog).getByRole('button', { name: 'Verify' }));
    const first = await screen.findByRole('dialog', { name: 'Confirm your password' });
    await user.click(within(first).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(first).not.toBeInTheDocument());
    expect(within(dialog).getByRole('textbox')).toHaveValue('123456');
    await user.click(within(dialog).getByRole('button', { name: 'Verify' }));
    const again = await screen.findByRole('dialog', { name: 'Confirm your password' });
    await user.type(within(again).getByLabelText('Password'), 'invented-password-1');
    await user.click(within(again).getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Two-factor authentication is on.')).toBeInTheDocument();
  });

  // spec: S4.25
  it('asks before it turns off, and for the password if the login is old', async () => {
    const { user } = openAt(PAGE, { signedIn: { viewer: accountWith({ device: true }) } });
    let confirmed = false;
    server.use(
      api.mutation('ConfigureMfa', () =>
        confirmed
          ? dataResponse(configured(false))
          : dataResponse({
              configureMfa: { __typename: 'RefusedProblem', message: 'Confirm.', code: 'REAUTHENTICATION_REQUIRED' },
            }),
      ),
      api.mutation('Reauthenticate', () => {
        confirmed = true;
        return dataResponse({
          reauthenticate: { __typename: 'ReauthenticateSuccess', message: 'Password confirmed.' },
        });
      }),
    );
    const toggle = await screen.findByRole('switch', { name: 'Device Setup' });
    await waitFor(() => expect(toggle).toBeChecked());
    await user.click(toggle);
    const question = await screen.findByRole('alertdialog', { name: 'MFA Settings' });
    expect(within(question).getByText('Disable Device MFA?')).toBeVisible();
    await user.click(within(question).getByRole('button', { name: 'Yes' }));
    const password = await screen.findByRole('dialog', { name: "Verify it's you" });
    await user.type(within(password).getByLabelText('Password'), 'invented-password-1');
    await user.click(within(password).getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Device Setup' })).not.toBeChecked());
  });
});

describe('the sessions', () => {
  // spec: X12
  it('are listed with the current one marked, and end one by one', async () => {
    const { user } = openAt(PAGE);
    let open = security();
    server.use(
      api.query('Security', () => dataResponse(open)),
      api.mutation('EndSession', ({ variables }) => {
        expect(variables).toEqual({ id: 'there' });
        open = security({ sessions: security().sessions.slice(0, 1) });
        return dataResponse({ endSession: { __typename: 'MessageSuccess', message: 'Session ended.' } });
      }),
    );
    expect(await screen.findByText('This device')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Sign out Chrome on Android' }));
    await waitFor(() => expect(screen.queryByText('Chrome on Android')).not.toBeInTheDocument());
  });

  // spec: X12
  it('all end after a confirmation, and this browser is logged out', async () => {
    const { user, address } = openAt(PAGE);
    server.use(
      api.mutation('EndAllSessions', () =>
        dataResponse({ endAllSessions: { __typename: 'MessageSuccess', message: "You're signed out everywhere." } }),
      ),
    );
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
    const question = await screen.findByRole('alertdialog');
    await user.click(within(question).getByRole('button', { name: 'Sign out everywhere' }));
    await waitFor(() => expect(address()).toMatch(/^\/auth\/login/));
    expect(sessionStore.read().loggedIn).toBe(false);
  });

  it('can be loaded again after a failure', async () => {
    let broken = true;
    server.use(
      api.query('Security', () =>
        broken ? errorResponse('The database is away.', 'UNAVAILABLE') : dataResponse(security()),
      ),
    );
    const { user } = openAt(PAGE);
    expect(await screen.findByText('The database is away.', {}, { timeout: 5000 })).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Chrome on Android')).toBeVisible();
  });
});

// spec: X12
it('labels every event, including unknown kinds', async () => {
  openAt(PAGE);
  expect(await screen.findByText('Logged in')).toBeVisible();
  expect(screen.getByText('Security event')).toBeVisible();
});
