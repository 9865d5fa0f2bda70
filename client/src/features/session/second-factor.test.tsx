import { screen, waitFor } from '@testing-library/react';
import { sessionStore } from '@/lib/session/store';
import { dataResponse, detectionList, loginSuccess, siteSettings } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import { stubTurnstile } from '@/testing/turnstile';
import type { MfaMethod } from './login.generated';

const CREDENTIALS = { email: 'ada@acme.example', password: 'invented-password-1', rememberMe: false };
const WRONG_CODE = 'Incorrect verification code.';

const demand = (...methods: MfaMethod[]) => ({
  login: { __typename: 'MfaRequired', message: 'MFA required', code: 'MFA_REQUIRED', methods, emailToken: 'leg-1' },
});
const refusal = (code: string, message: string) => ({ login: { __typename: 'RefusedProblem', message, code } });

/** Log in by password up to the second factor; `sent` records further logins, `mailed` requests for an emailed code. */
async function openSecondFactor(
  methods: MfaMethod[],
  { followedBy = [loginSuccess()], mail = 'sent' }: { followedBy?: object[]; mail?: 'sent' | 'refused' } = {},
) {
  const page = openAt('/auth/login', { session: false });
  const sent: unknown[] = [];
  const mailed: unknown[] = [];
  const answers = [demand(...methods), ...followedBy];
  server.use(
    api.query('DetectionList', () => dataResponse(detectionList([]))),
    api.mutation('Login', ({ variables }) => {
      sent.push(variables['input']);
      return dataResponse(answers[sent.length - 1] ?? {});
    }),
    api.mutation('SendMfaEmail', ({ variables }) => {
      mailed.push(variables['input']);
      return dataResponse({
        sendMfaEmail:
          mail === 'sent'
            ? { __typename: 'MessageSuccess', message: 'Verification code sent to email' }
            : { __typename: 'ThrottledProblem', message: 'Wait a minute.', code: 'THROTTLED' },
      });
    }),
  );
  await page.user.type(await screen.findByLabelText('Email'), CREDENTIALS.email);
  await page.user.type(screen.getByLabelText('Password'), CREDENTIALS.password);
  await page.user.click(screen.getByRole('button', { name: 'Continue' }));
  const press = async (name: string) => page.user.click(await screen.findByRole('button', { name }));
  return { ...page, sent, mailed, press };
}

const expectLoggedIn = async () => {
  expect(await screen.findByText('Login successful')).toBeInTheDocument();
  expect(sessionStore.read().loggedIn).toBe(true);
};

describe('the second factor (spec §4, Login)', () => {
  // spec: S4.12 S4.14
  it('a single device is chosen automatically; the login is sent again with its code, without pasted spaces', async () => {
    const { user, sent, mailed, press } = await openSecondFactor(['DEVICE']);
    const field = await screen.findByLabelText('Enter Device Code');
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    expect(field).toHaveAttribute('inputmode', 'numeric');
    expect(await axeViolations()).toEqual([]);
    await user.paste(' 123 456 ');
    await press('Continue');
    await expectLoggedIn();
    expect(sent).toEqual([
      { ...CREDENTIALS, cfTurnstileResponse: null },
      { ...CREDENTIALS, cfTurnstileResponse: null, deviceVerificationCode: '123456' },
    ]);
    expect(mailed).toEqual([]);
  });

  // spec: S4.12 S8.6
  it('a single email method is chosen automatically, and its code is emailed once', async () => {
    const { user, sent, mailed, press } = await openSecondFactor(['EMAIL']);
    expect(await screen.findByText('Verification code sent to email')).toBeInTheDocument();
    const { email, password } = CREDENTIALS;
    expect(mailed).toEqual([{ emailToken: 'leg-1', email, password }]);
    await user.type(screen.getByLabelText('Enter Email Code'), '654321');
    await press('Continue');
    await expectLoggedIn();
    expect(sent.at(-1)).toMatchObject({ emailVerificationCode: '654321' });
    expect(mailed).toHaveLength(1);
  });

  // spec: S4.13
  it('several are for the user to choose from; nothing is emailed before', async () => {
    const { mailed, press } = await openSecondFactor(['DEVICE', 'EMAIL']);
    const first = await screen.findByRole('button', { name: 'Use Authenticator App' });
    await waitFor(() => expect(first).toHaveFocus());
    expect(await axeViolations()).toEqual([]);
    expect(mailed).toEqual([]);
    await press('Use Email Code');
    expect(await screen.findByLabelText('Enter Email Code')).toBeVisible();
    await waitFor(() => expect(mailed).toHaveLength(1));
    await press('Use Authenticator App');
    await waitFor(() => expect(screen.getByLabelText('Enter Device Code')).toHaveFocus());
  });

  // spec: S8.6
  it('a code that could not be emailed is reported in a toast and on the page, and can be requested again', async () => {
    const { mailed, press } = await openSecondFactor(['EMAIL'], { mail: 'refused' });
    expect((await screen.findAllByText('Failed to send verification code')).length).toBeGreaterThanOrEqual(2);
    expect(screen.getByText('Wait a minute.')).toBeInTheDocument();
    await press('Resend code');
    await waitFor(() => expect(mailed).toHaveLength(2));
  });

  it('a recovery code replaces the method', async () => {
    const { user, sent, press } = await openSecondFactor(['DEVICE']);
    await press('Use a recovery code');
    const field = await screen.findByLabelText('Recovery code');
    await waitFor(() => expect(field).toHaveFocus());
    await user.type(field, ' abcd-efgh ');
    await press('Continue');
    await expectLoggedIn();
    expect(sent.at(-1)).toMatchObject({ recoveryCode: 'abcd-efgh' });
  });

  it('a wrong code is reported under the field and in a toast; the next one may be correct', async () => {
    const { user, press } = await openSecondFactor(['DEVICE'], {
      followedBy: [refusal('BAD_CREDENTIALS', WRONG_CODE), loginSuccess()],
    });
    const field = await screen.findByLabelText('Enter Device Code');
    await user.type(field, '000000');
    await press('Continue');
    await waitFor(() => expect(field).toHaveAccessibleDescription(WRONG_CODE));
    expect(screen.getAllByText(WRONG_CODE).length).toBeGreaterThanOrEqual(2);
    await waitFor(() => expect(field).toHaveFocus());
    await user.clear(field);
    await user.type(field, '123456');
    await press('Continue');
    await expectLoggedIn();
  });

  it('an empty code is not sent', async () => {
    const { sent, press } = await openSecondFactor(['DEVICE']);
    await screen.findByLabelText('Enter Device Code');
    await press('Continue');
    expect(await screen.findByText('Field is Required')).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  it('leads back to the password, which must be typed again', async () => {
    const { press } = await openSecondFactor(['DEVICE']);
    await press('Back to password');
    expect(await screen.findByLabelText('Email')).toHaveValue(CREDENTIALS.email);
    expect(screen.getByLabelText('Password')).toHaveValue('');
  });

  it('resets when the server no longer expects the code', async () => {
    const { user, press } = await openSecondFactor(['DEVICE'], {
      followedBy: [refusal('HUMAN_VERIFICATION', 'Please complete the CAPTCHA')],
    });
    await user.type(await screen.findByLabelText('Enter Device Code'), '123456');
    await press('Continue');
    expect(await screen.findByLabelText('Password')).toBeVisible();
    expect(screen.getByText('Please complete the CAPTCHA')).toBeInTheDocument();
  });

  it('asks for no human verification: the first attempt has used it up', async () => {
    const turnstile = stubTurnstile();
    const page = openAt('/auth/login', { session: false });
    const sent: unknown[] = [];
    server.use(
      api.query('DetectionList', () => dataResponse(detectionList([]))),
      api.query('SiteSettings', () =>
        dataResponse(siteSettings({ turnkeyEnabled: true, turnkeySiteKey: 'invented-key' })),
      ),
      api.mutation('Login', ({ variables }) => {
        sent.push(variables['input']);
        return dataResponse(sent.length === 1 ? demand('DEVICE') : loginSuccess());
      }),
    );
    await waitFor(() => expect(turnstile.rendered).toHaveLength(1));
    turnstile.solve('token-1');
    await page.user.type(screen.getByLabelText('Email'), CREDENTIALS.email);
    await page.user.type(screen.getByLabelText('Password'), CREDENTIALS.password);
    await page.user.click(screen.getByRole('button', { name: 'Continue' }));
    await page.user.type(await screen.findByLabelText('Enter Device Code'), '123456');
    await page.user.click(screen.getByRole('button', { name: 'Continue' }));
    await expectLoggedIn();
    expect(sent).toMatchObject([{ cfTurnstileResponse: 'token-1' }, { cfTurnstileResponse: null }]);
  });
});
