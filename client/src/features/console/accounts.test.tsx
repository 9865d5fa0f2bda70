import { screen, waitFor, within } from '@testing-library/react';
import { dataResponse, errorResponse } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import type { ConsoleAccountQuery, ConsoleAccountsQuery, ConsoleApplicationsQuery } from './accounts.generated';

const HOSTILE = '<img src=x onerror=alert(1)>';

type Row = ConsoleAccountsQuery['console']['accounts']['results'][number];
type Account = NonNullable<ConsoleAccountQuery['console']['account']>;

const row = (id: string, change: Partial<Row> = {}): Row => ({
  __typename: 'ConsoleAccount',
  id,
  kind: 'ORGANIZATION',
  companyName: HOSTILE,
  ownerName: 'Ada Example',
  ownerEmail: 'ada@acme.example',
  isVerified: true,
  isDisabled: false,
  members: 3,
  createdAt: '2026-11-20T09:30:00Z',
  ...change,
});

const list = (results: Row[], hasMore = false): ConsoleAccountsQuery => ({
  console: {
    __typename: 'OperatorConsole',
    accounts: { __typename: 'ConsoleAccountPage', hasMore, cursor: results.at(-1)?.id ?? '', results },
  },
});

const account = (member: Partial<Account['members'][number]> = {}): ConsoleAccountQuery => ({
  console: {
    __typename: 'OperatorConsole',
    account: {
      __typename: 'ConsoleAccountDetail',
      id: 'account-7',
      kind: 'ORGANIZATION',
      companyName: HOSTILE,
      isMfaRequired: true,
      createdAt: '2026-11-20T09:30:00Z',
      members: [
        {
          __typename: 'ConsoleMember',
          id: 'user-7',
          firstName: 'Ada',
          lastName: 'Example',
          email: 'ada@acme.example',
          role: 'OWNER',
          isVerified: false,
          isDisabled: false,
          hasSecondFactor: false,
          isOperator: false,
          joinedAt: '2026-11-20T09:30:00Z',
          sessions: [
            {
              __typename: 'ConsoleSession',
              id: 'session-7',
              device: 'Firefox on Linux',
              address: '192.0.2.7',
              hasSecondFactor: false,
              createdAt: '2026-11-20T09:30:00Z',
              lastSeenAt: '2026-11-20T09:30:00Z',
            },
          ],
          ...member,
        },
      ],
      domains: [
        {
          __typename: 'ConsoleDomain',
          domain: 'acme.example',
          isVerified: true,
          isEnabled: true,
          checkedAt: null,
          missingSince: '2026-11-20T09:30:00Z',
          createdAt: '2026-11-20T09:30:00Z',
        },
      ],
    },
  },
});

const answerAccount = (found: ConsoleAccountQuery) =>
  server.use(api.query('ConsoleAccount', () => dataResponse(found)));

const done = (message: string) => dataResponse({ result: { __typename: 'MessageSuccess', message } });

describe('the list of accounts', () => {
  it('searches, filters, pages and opens', async () => {
    const asked: Record<string, unknown>[] = [];
    server.use(
      api.query('ConsoleAccounts', ({ variables }) => {
        asked.push(variables);
        return dataResponse(variables['after'] ? list([row('8', { companyName: 'Globex' })]) : list([row('7')], true));
      }),
    );
    const { user, address } = openAt('/console/accounts');
    expect(await screen.findByRole('row', { name: /Ada|ada@acme/ })).toHaveTextContent(HOSTILE);
    expect(document.querySelector('img[src="x"]')).toBeNull();
    expect(await axeViolations()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Older' }));
    expect(await screen.findByRole('row', { name: /Globex/ })).toBeVisible();
    await user.type(screen.getByRole('searchbox'), 'ada@');
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ search: 'ada@' }));
    expect(asked.at(-1)).not.toHaveProperty('after');
    await user.click(screen.getByRole('radio', { name: 'People' }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ kind: 'INDIVIDUAL' }));
    answerAccount(account());
    await user.click(await screen.findByRole('button', { name: new RegExp('img') }));
    expect(address()).toBe('/console/accounts/7');
  });

  it('is empty, or failed with another try', async () => {
    server.use(api.query('ConsoleAccounts', () => dataResponse(list([]))));
    const { user } = openAt('/console/accounts?search=nobody');
    expect(await screen.findByRole('heading', { name: 'No matching accounts' })).toBeVisible();
    server.use(api.query('ConsoleAccounts', () => errorResponse('Away.', 'INTERNAL')));
    await user.click(screen.getByRole('radio', { name: 'Organizations' }));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('an account', () => {
  it('shows members, sessions and domains as text', async () => {
    answerAccount(account());
    openAt('/console/accounts/account-7');
    expect(await screen.findByRole('heading', { level: 1, name: HOSTILE })).toBeVisible();
    expect(screen.getByText('Firefox on Linux')).toBeVisible();
    expect(screen.getByText('TXT record missing')).toBeVisible();
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Audit log' })).toHaveAttribute(
      'href',
      '/console/audit-log?account=account-7',
    );
    expect(await axeViolations()).toEqual([]);
  });

  it('signs out, resends, and disables after a question', async () => {
    answerAccount(account());
    const asked: string[] = [];
    for (const name of ['ConsoleSignOutUser', 'ConsoleResendVerification', 'ConsoleDisableUser'] as const) {
      server.use(
        api.mutation(name, ({ variables }) => {
          asked.push(`${name} ${String(variables['id'])}`);
          return done(`${name} done`);
        }),
      );
    }
    const { user } = openAt('/console/accounts/account-7');
    const choose = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: 'Actions for Ada Example' }));
      await user.click(await screen.findByRole('menuitem', { name }));
    };
    await choose('Sign out everywhere');
    expect(await screen.findByText('ConsoleSignOutUser done')).toBeVisible();
    await choose('Resend verification');
    await choose('Disable');
    const question = await screen.findByRole('alertdialog', { name: 'Disable Ada Example?' });
    await user.click(within(question).getByRole('button', { name: 'Disable' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(asked).toEqual([
      'ConsoleSignOutUser user-7',
      'ConsoleResendVerification user-7',
      'ConsoleDisableUser user-7',
    ]);
  });

  it('enables a disabled member, and shows no actions for an operator', async () => {
    answerAccount(account({ isDisabled: true }));
    server.use(api.mutation('ConsoleEnableUser', () => done('Enabled.')));
    const { user } = openAt('/console/accounts/account-7');
    await user.click(await screen.findByRole('button', { name: 'Actions for Ada Example' }));
    answerAccount(account({ isOperator: true }));
    await user.click(await screen.findByRole('menuitem', { name: 'Enable' }));
    expect(await screen.findByText('Operator')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Actions for Ada Example' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Delete account' })).not.toBeInTheDocument();
  });

  it('is deleted after a question and the password', async () => {
    answerAccount(account());
    let isFresh = false;
    server.use(
      api.query('ConsoleAccounts', () => dataResponse(list([]))),
      api.mutation('ConsoleDeleteAccount', () =>
        isFresh
          ? done('The account was deleted.')
          : dataResponse({
              result: { __typename: 'RefusedProblem', message: 'Again.', code: 'REAUTHENTICATION_REQUIRED' },
            }),
      ),
      api.mutation('Reauthenticate', () => {
        isFresh = true;
        return dataResponse({ reauthenticate: { __typename: 'ReauthenticateSuccess', message: 'Confirmed.' } });
      }),
    );
    const { user, address } = openAt('/console/accounts/account-7');
    await user.click(await screen.findByRole('button', { name: 'Delete account' }));
    const question = await screen.findByRole('alertdialog');
    await user.click(within(question).getByRole('button', { name: 'Delete account' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText(/Password/), 'invented-password-1');
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(address()).toBe('/console/accounts'));
  });

  it('may not exist', async () => {
    answerAccount({ console: { __typename: 'OperatorConsole', account: null } });
    openAt('/console/accounts/gone');
    expect(await screen.findByRole('heading', { name: 'No such account' })).toBeVisible();
  });
});

it('lists partner applications with the state of their email', async () => {
  const application = {
    __typename: 'ConsoleApplication' as const,
    id: '1',
    name: 'Nora Moss',
    email: 'nora@acme.example',
    phone: '+441234567890',
    title: 'CTO',
    companyName: HOSTILE,
    companySize: 1200,
    companyLink: 'https://acme.example',
    preference: HOSTILE,
    createdAt: '2026-11-20T09:30:00Z',
    mail: 'FAILED' as const,
    mailFailure: '550 No such user',
  };
  const found: ConsoleApplicationsQuery = {
    console: {
      __typename: 'OperatorConsole',
      partnerApplications: {
        __typename: 'ConsoleApplicationPage',
        hasMore: false,
        cursor: '',
        results: [application, { ...application, id: '2', mail: null, mailFailure: null }],
      },
    },
  };
  server.use(api.query('ConsoleApplications', () => dataResponse(found)));
  openAt('/console/applications');
  expect(await screen.findByText('550 No such user')).toBeVisible();
  expect(screen.getByText('Confirmation failed')).toBeVisible();
  expect(screen.getByText('Confirmation unknown')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'https://acme.example' })).not.toBeInTheDocument();
  expect(document.querySelector('img[src="x"]')).toBeNull();
  expect(await axeViolations()).toEqual([]);
});
