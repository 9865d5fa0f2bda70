import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { sessionStore } from '@/lib/session/store';
import { dataResponse, detectionList, errorResponse } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import { domain, openSignedUp, signedIn, signedUp } from '@/testing/sign-up';

const LINK = '/email_verification?uid=user-1&token=token-1';
const FAILED = 'Email Verification Failed! Please try again or contact support.';

const sentAgain =
  (emailSent: boolean, message: string, isVerified = false) =>
  () =>
    dataResponse({ resendVerification: { __typename: 'VerificationSent', emailSent, isVerified, message } });
const refused = (name: string, message: string) => () =>
  dataResponse({ [name]: { __typename: 'RefusedProblem', message, code: 'X' } });
const confirmed = (change: object = { tokens: null, account: null }) => ({
  confirmEmail: {
    __typename: 'ConfirmEmailSuccess',
    message: 'Email Verified Successfully!',
    earlierAccess: 'KEPT',
    ...change,
  },
});

beforeEach(() => server.use(api.query('DetectionList', () => dataResponse(detectionList([])))));

describe('the email-validate page', () => {
  // spec: S2.30 S2.31
  it('says where the link went and what is limited, and has nothing that axe objects to', async () => {
    openSignedUp('/auth/sign-up/individual/email-validate', signedUp());
    expect(await screen.findByRole('heading', { name: 'Email Confirmation Required' })).toBeVisible();
    expect(screen.getByText('ada@acme.test')).toBeVisible();
    expect(screen.getByText('No detections: we only monitor verified addresses.')).toBeVisible();
    expect(screen.getByText('Domains, API keys and exports are unavailable.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Continue to the dashboard' })).toHaveAttribute('href', '/dashboard');
    expect(screen.queryByRole('link', { name: 'Continue to your domain' })).not.toBeInTheDocument();
    expect(await axeViolations()).toEqual([]);
  });

  it('leads an organization on to its domain, and says how far it has come', async () => {
    openSignedUp('/auth/sign-up/company/email-validate', signedUp({ kind: 'ORGANIZATION' }));
    expect(await screen.findByRole('link', { name: 'Continue to your domain' })).toHaveAttribute(
      'href',
      '/auth/sign-up/company/domain-validate',
    );
    expect(screen.getByText('Step 2 of 4: Email')).toBeVisible();
  });

  it('is the page of the own account type', async () => {
    const { address } = openSignedUp('/auth/sign-up/individual/email-validate', signedUp({ kind: 'ORGANIZATION' }));
    await waitFor(() => expect(address()).toBe('/auth/sign-up/company/email-validate'));
  });

  it('needs a session', async () => {
    const { address } = openAt('/auth/sign-up/individual/email-validate', { session: false });
    await waitFor(() =>
      expect(address()).toBe(
        `/auth/login?${new URLSearchParams({ return: '/auth/sign-up/individual/email-validate' })}`,
      ),
    );
  });

  // spec: S4.20 S4.21 S8.7
  it.each([
    ['a sent email', sentAgain(true, 'We sent you a new link.'), 'Check Your Email!', 1],
    ['no email', sentAgain(false, 'Wait a moment.'), 'Wait a moment.', 1],
    ['a refusal', refused('resendVerification', 'Too many mails.'), 'Too many mails.', 2],
    ['a refusal without words', refused('resendVerification', ''), 'Failed to resend email', 2],
    [
      'no answer',
      () => HttpResponse.error(),
      'Cannot connect to the server. Please check your internet connection.',
      2,
    ],
  ])('reports %s after Resend email', async (_case, respond, message, times) => {
    const { user } = openSignedUp('/auth/sign-up/individual/email-validate', signedUp());
    server.use(api.mutation('ResendVerification', respond as () => ReturnType<typeof dataResponse>));
    await user.click(await screen.findByRole('button', { name: 'Resend email' }));
    await waitFor(() => expect(screen.getAllByText(message).length).toBeGreaterThanOrEqual(times));
    expect(screen.getByRole('heading', { name: 'Email Confirmation Required' })).toBeVisible();
  });

  // spec: S4.21
  it('moves to success when the server says that the address is already verified', async () => {
    const { user } = openSignedUp('/auth/sign-up/individual/email-validate', signedUp());
    server.use(
      api.mutation('ResendVerification', sentAgain(false, 'Ihre E-Mail-Adresse ist bereits bestätigt.', true)),
    );
    await user.click(await screen.findByRole('button', { name: 'Resend email' }));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Email Verified Successfully!' })).toHaveFocus());
    expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/dashboard');
    expect(sessionStore.read().account?.user.is_email_verified).toBe(true);
  });

  it('moves on by itself when the address was verified on another device', async () => {
    openSignedUp('/auth/sign-up/individual/email-validate', signedUp());
    await screen.findByRole('heading', { name: 'Email Confirmation Required' });
    server.use(api.query('Viewer', () => dataResponse({ viewer: signedUp({ verified: true }) })));
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
    expect(await screen.findByRole('heading', { name: 'Email Verified Successfully!' })).toBeVisible();
  });
});

describe('the email verification page', () => {
  it('removes the token from the address and uses nothing up before the button is pressed', async () => {
    const { address } = openAt(LINK, { session: false });
    expect(await screen.findByRole('button', { name: 'Verify Email' })).toBeVisible();
    await waitFor(() => expect(address()).toBe('/email_verification'));
    expect(await axeViolations()).toEqual([]);
  });

  // spec: S2.32 S2.33 S2.34
  it('says that it verifies, then signs the user in', async () => {
    const { user, address } = openAt(LINK, { session: false });
    const sent: unknown[] = [];
    const { promise: waited, resolve: respond } = Promise.withResolvers<undefined>();
    server.use(
      api.mutation('ConfirmEmail', async ({ variables }) => {
        sent.push(variables['input']);
        await waited;
        return dataResponse(confirmed(signedIn(signedUp({ verified: true }))));
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Verify Email' }));
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'Verifying Your Email Please Wait!...' })).toHaveFocus(),
    );
    respond(undefined);
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Email Verified Successfully!' })).toHaveFocus());
    expect(await screen.findByText('Email Verified!')).toBeInTheDocument();
    expect(sent).toEqual([{ uid: 'user-1', token: 'token-1' }]);
    expect(sessionStore.read().account?.user.email).toBe('ada@acme.test');
    await user.click(screen.getByRole('link', { name: 'Continue' }));
    await waitFor(() => expect(address()).toMatch(/^\/dashboard/));
  });

  // spec: S2.34
  it('leads visitors without a session to the homepage', async () => {
    const { user } = openAt(LINK, { session: false });
    server.use(api.mutation('ConfirmEmail', () => dataResponse(confirmed())));
    await user.click(await screen.findByRole('button', { name: 'Verify Email' }));
    expect(await screen.findByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/');
    expect(sessionStore.read().loggedIn).toBe(false);
  });

  it('updates an existing session', async () => {
    const { user } = openSignedUp(LINK, signedUp());
    server.use(
      api.mutation('ConfirmEmail', () => dataResponse(confirmed())),
      api.query('Viewer', () => dataResponse({ viewer: signedUp({ verified: true }) })),
    );
    await user.click(await screen.findByRole('button', { name: 'Verify Email' }));
    expect(await screen.findByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/dashboard');
    expect(sessionStore.read().account?.user.is_email_verified).toBe(true);
    expect(screen.queryByText(/API keys/)).not.toBeInTheDocument();
  });

  it('confirms with the session of this browser, and says that all others ended', async () => {
    const { user } = openSignedUp(LINK, signedUp());
    const bearers: (string | null)[] = [];
    server.use(
      api.mutation('ConfirmEmail', ({ request }) => {
        bearers.push(request.headers.get('authorization'));
        return dataResponse(confirmed({ tokens: null, account: null, earlierAccess: 'OTHERS_ENDED' }));
      }),
      api.query('Viewer', () => dataResponse({ viewer: signedUp({ verified: true }) })),
    );
    const token = sessionStore.read().tokens?.auth_token;
    await user.click(await screen.findByRole('button', { name: 'Verify Email' }));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Email Verified Successfully!' })).toHaveFocus());
    expect(bearers).toEqual([`Bearer ${token}`]);
    expect(screen.getByText(/^You stay logged in here. All other sessions, API keys and second factors/)).toBeVisible();
    expect(sessionStore.read().tokens?.auth_token).toBe(token);
    expect(await axeViolations()).toEqual([]);
  });

  it('says without a session that the password no longer works and that a link was emailed', async () => {
    const { user } = openAt(LINK, { session: false });
    const account = signedUp({ verified: true });
    server.use(
      api.mutation('ConfirmEmail', () => dataResponse(confirmed({ ...signedIn(account), earlierAccess: 'ALL_ENDED' }))),
    );
    await user.click(await screen.findByRole('button', { name: 'Verify Email' }));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Email Verified Successfully!' })).toHaveFocus());
    expect(screen.getByText('Set a new password')).toBeVisible();
    expect(screen.getByText(/^The password chosen at sign-up no longer works/)).toHaveTextContent(
      "We've emailed you a link to set a new password.",
    );
    expect(await axeViolations()).toEqual([]);
  });

  it('offers an organization without a domain the way to it', async () => {
    const { user } = openAt(LINK, { session: false });
    const account = signedUp({ kind: 'ORGANIZATION', verified: true, domains: [domain()] });
    server.use(api.mutation('ConfirmEmail', () => dataResponse(confirmed(signedIn(account)))));
    await user.click(await screen.findByRole('button', { name: 'Verify Email' }));
    expect(await screen.findByRole('link', { name: 'Continue to your domain' })).toBeVisible();
  });

  // spec: S2.35 S8.8
  it.each([
    ['a refusal', refused('confirmEmail', 'The link has expired.'), 'The link has expired.'],
    ['a refusal without words', refused('confirmEmail', ''), 'Something Went Wrong!'],
    ['a fault', () => errorResponse('The database is away.', 'UNAVAILABLE'), 'The database is away.'],
  ])('says after %s that it failed, and tries again', async (_case, respond, message) => {
    const { user } = openAt(LINK, { session: false });
    server.use(api.mutation('ConfirmEmail', respond));
    await user.click(await screen.findByRole('button', { name: 'Verify Email' }));
    await waitFor(() => expect(screen.getByRole('heading', { name: FAILED })).toHaveFocus());
    await waitFor(() => expect(screen.getAllByText(message).length).toBeGreaterThanOrEqual(2));
    expect(screen.getByRole('link', { name: 'Resend email' })).toHaveAttribute(
      'href',
      `/auth/login?${new URLSearchParams({ return: '/auth/sign-up/individual/email-validate' })}`,
    );
    expect(await axeViolations()).toEqual([]);
    server.use(api.mutation('ConfirmEmail', () => dataResponse(confirmed())));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Email Verified Successfully!' })).toBeVisible();
  });

  it('sends a new email if logged in, or reports that none is needed', async () => {
    const { user } = openSignedUp(LINK, signedUp());
    server.use(
      api.mutation('ConfirmEmail', refused('confirmEmail', FAILED)),
      api.mutation('ResendVerification', sentAgain(true, 'We sent you a new link.')),
    );
    await user.click(await screen.findByRole('button', { name: 'Verify Email' }));
    await user.click(await screen.findByRole('button', { name: 'Resend email' }));
    expect(await screen.findByText('Check Your Email!')).toBeInTheDocument();
    server.use(
      api.mutation('ResendVerification', sentAgain(false, 'Ihre E-Mail-Adresse ist bereits bestätigt.', true)),
    );
    await user.click(screen.getByRole('button', { name: 'Resend email' }));
    expect(await screen.findByRole('heading', { name: 'Email Verified Successfully!' })).toBeVisible();
  });

  // spec: S2.15
  it.each(['/email_verification', '/email_verification?uid=user-1', '/email_verification?uid=&token=token-1'])(
    '%s is an invalid token',
    async (address) => {
      openAt(address, { session: false });
      expect(await screen.findByRole('heading', { level: 1, name: 'Invalid token. Please try again.' })).toBeVisible();
      expect(document.title).toBe('Invalid token');
      expect(await axeViolations()).toEqual([]);
    },
  );
});

describe('the dashboard of an unverified user', () => {
  // spec: B4.3.1
  it('says why there are no detections, and resends the link', async () => {
    const { user } = openSignedUp('/dashboard/alerts', signedUp());
    server.use(
      api.mutation('ResendVerification', sentAgain(false, 'Ihre E-Mail-Adresse ist bereits bestätigt.', true)),
    );
    expect(await screen.findByText(/No detections yet/)).toHaveTextContent(
      "No detections yet: we can't monitor ada@acme.test until you verify it.",
    );
    await user.click(screen.getByRole('button', { name: 'Resend email' }));
    await waitFor(() => expect(screen.queryByText(/is not verified/)).not.toBeInTheDocument());
  });

  it('shows nothing to verified users', async () => {
    openSignedUp('/dashboard/alerts', signedUp({ verified: true }));
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText(/is not verified/)).not.toBeInTheDocument();
  });
});
