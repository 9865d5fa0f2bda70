import { screen, waitFor, within } from '@testing-library/react';
import { bulkDisclosure, dataResponse, viewer } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { accountWith, events, security } from '@/testing/security';
import { api, server } from '@/testing/server';

const PAGE = '/dashboard/settings/security';

beforeEach(() =>
  server.use(
    api.query('Security', () => dataResponse(security())),
    api.query('SecurityEvents', () => dataResponse(events(['login']))),
  ),
);

const switched = (isBulkDisclosureEnabled: boolean) => ({
  setBulkDisclosure: {
    __typename: 'BulkDisclosureSuccess' as const,
    message: isBulkDisclosureEnabled ? 'Bulk disclosure is on.' : 'Bulk disclosure is off.',
    account: { __typename: 'Account' as const, id: 'account-1', isBulkDisclosureEnabled },
  },
});

describe('bulk disclosure', () => {
  const refused = {
    setBulkDisclosure: {
      __typename: 'RefusedProblem' as const,
      message: 'Confirm your password to continue.',
      code: 'REAUTHENTICATION_REQUIRED',
    },
  };

  it('is turned on after a question and reauthentication, and off again', async () => {
    const asked: unknown[] = [];
    let confirmed = false;
    server.use(
      api.query('BulkDisclosure', () => dataResponse(bulkDisclosure(false))),
      api.mutation('SetBulkDisclosure', ({ variables }) => {
        asked.push(variables['enabled']);
        return dataResponse(confirmed ? switched(variables['enabled'] === true) : refused);
      }),
      api.mutation('Reauthenticate', () => {
        confirmed = true;
        return dataResponse({ reauthenticate: { __typename: 'ReauthenticateSuccess', message: 'Confirmed.' } });
      }),
    );
    const { user } = openAt(PAGE);
    const toggle = await screen.findByRole('switch', { name: 'Allow several passwords at once' });
    expect(toggle).not.toBeChecked();
    await user.click(toggle);
    await user.click(await screen.findByRole('button', { name: 'Keep off' }));
    expect(asked).toEqual([]);
    await user.click(toggle);
    await user.click(await screen.findByRole('button', { name: 'Turn on' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your password' }));
    await user.type(dialog.getByLabelText('Password'), 'invented-password-1');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(toggle).toBeChecked());
    await user.click(toggle);
    await waitFor(() => expect(toggle).not.toBeChecked());
    expect(asked).toEqual([true, true, false]);
  });

  it('is shown to owners only', async () => {
    const analyst = viewer();
    if (analyst.viewer) analyst.viewer.user.permissions = ['READ', 'TRIAGE', 'REVEAL', 'EXPORT'];
    openAt(PAGE, { signedIn: analyst });
    expect(await screen.findByText('Firefox on Linux')).toBeVisible();
    expect(screen.queryByRole('switch', { name: 'Allow several passwords at once' })).not.toBeInTheDocument();
  });

  it('requires the code of a second factor', async () => {
    const given: unknown[] = [];
    let confirmed = false;
    const asks = { __typename: 'MfaRequired' as const, message: 'MFA required', code: 'MFA_REQUIRED' };
    server.use(
      api.mutation('SetBulkDisclosure', () => dataResponse(confirmed ? switched(false) : refused)),
      api.mutation('Reauthenticate', ({ variables }) => {
        given.push(variables);
        confirmed = variables['emailVerificationCode'] === '654321';
        if (variables['deviceVerificationCode'] === '000000')
          return dataResponse({
            reauthenticate: { __typename: 'RefusedProblem', message: 'Incorrect code.', code: 'BAD_CREDENTIALS' },
          });
        return dataResponse({
          reauthenticate: confirmed
            ? { __typename: 'ReauthenticateSuccess', message: 'Confirmed.' }
            : { ...asks, methods: ['DEVICE', 'EMAIL'], emailToken: 'token-1' },
        });
      }),
      api.mutation('SendMfaEmail', ({ variables }) => {
        given.push(variables);
        return dataResponse({ sendMfaEmail: { __typename: 'MessageSuccess', message: 'Sent.' } });
      }),
    );
    const { user } = openAt(PAGE, { signedIn: { viewer: accountWith({ device: true, email: true }) } });
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Device Setup' })).toBeChecked());
    await user.click(await screen.findByRole('switch', { name: 'Allow several passwords at once' }));
    const dialog = within(await screen.findByRole('dialog', { name: "Verify it's you" }));
    const password = 'invented-password-1';
    await user.type(dialog.getByLabelText('Password'), password);
    await user.type(dialog.getByLabelText('Enter Device Code'), '000 000');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await dialog.findByText('Incorrect code.')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Use Email Code' }));
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await user.type(await dialog.findByLabelText('Enter Email Code'), '654321');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(given).toEqual([
      { password, deviceVerificationCode: '000000' },
      { password },
      { input: { emailToken: 'token-1', email: 'ada@acme.example', password } },
      { password, emailVerificationCode: '654321' },
    ]);
  });
});
