import { screen, waitFor, within } from '@testing-library/react';
import { dataResponse, errorResponse, viewer } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import { HttpResponse, http } from 'msw';
import { wantedEvents } from './audit-log-state';
import type { ConsoleAuditLogQuery, ConsoleHomeQuery, ConsoleVerifyAuditLogMutation } from './console.generated';

const HOSTILE = '<img src=x onerror=alert(1)>';

type Page = ConsoleAuditLogQuery['console']['auditLog'];
type Event = Page['results'][number];

const event = (id: string, change: Partial<Event> = {}): Event => ({
  __typename: 'ConsoleAuditEvent',
  id,
  kind: 'leak_edited',
  happenedAt: '2026-11-20T09:30:00Z',
  person: 'orla@operators.example',
  address: '',
  userAgent: '',
  detail: [{ __typename: 'ConsoleAuditDetail', name: 'title', value: HOSTILE }],
  ...change,
});

const log = (change: Partial<Page> = {}): ConsoleAuditLogQuery => ({
  console: {
    __typename: 'OperatorConsole',
    auditLog: {
      __typename: 'ConsoleAuditLog',
      accountId: null,
      hasMore: false,
      cursor: '7',
      kinds: ['key_rotated', 'leak_edited'],
      results: [event('1')],
      ...change,
    },
  },
});

const home = (): ConsoleHomeQuery => ({
  console: {
    __typename: 'OperatorConsole',
    setup: [
      { __typename: 'ConsoleSetupStep', name: 'OPERATOR', isDone: true },
      { __typename: 'ConsoleSetupStep', name: 'EMAIL', isDone: false },
    ],
    operators: [
      {
        __typename: 'ConsoleOperator',
        id: '1',
        email: 'orla@operators.example',
        grantedAt: '2026-11-01T09:00:00Z',
        grantedBy: 'root',
        hasSecondFactor: true,
        isDisabled: false,
      },
      {
        __typename: 'ConsoleOperator',
        id: '2',
        email: 'nora@operators.example',
        grantedAt: '2026-11-02T09:00:00Z',
        grantedBy: 'root',
        hasSecondFactor: false,
        isDisabled: false,
      },
    ],
    auditLog: {
      __typename: 'ConsoleAuditLog',
      results: [
        {
          __typename: 'ConsoleAuditEvent',
          id: '9',
          kind: 'key_rotated',
          happenedAt: '2026-11-20T09:30:00Z',
          person: null,
        },
      ],
    },
  },
});

/** Answers with a page for each position, and keeps the variables of all questions. */
function answer(...pages: ConsoleAuditLogQuery[]) {
  const asked: Record<string, unknown>[] = [];
  server.use(
    api.query('ConsoleAuditLog', ({ variables }) => {
      asked.push(variables);
      return dataResponse(pages[variables['after'] ? 1 : 0] ?? log());
    }),
  );
  return asked;
}

const signedIn = (isOperator: boolean) => {
  const found = viewer();
  if (found.viewer) found.viewer.user.isOperator = isOperator;
  return { signedIn: found };
};

const accountMenu = () => screen.getByRole('button', { name: /Account menu/ });

describe('the console', () => {
  it('shows the operators and their latest events', async () => {
    server.use(api.query('ConsoleHome', () => dataResponse(home())));
    openAt('/console');
    const table = await screen.findByRole('table', { name: 'Operators' });
    expect(await within(table).findByRole('row', { name: /nora@operators.example/ })).toHaveTextContent(
      'No second factor',
    );
    expect(screen.getByText('key_rotated')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to dashboard' })).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it.each([
    [true, true],
    [false, false],
  ])('is in the account menu of operators only (%s)', async (isOperator, isShown) => {
    server.use(api.query('ConsoleHome', () => dataResponse(home())));
    const { user, address } = openAt('/dashboard/help-support', signedIn(isOperator));
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(accountMenu()).toBeVisible());
    await waitFor(async () => {
      // A menu that closes still has its items for a moment.
      if (accountMenu().getAttribute('aria-expanded') !== 'true') await user.click(accountMenu());
      expect(accountMenu()).toHaveAttribute('aria-expanded', 'true');
      expect(screen.queryByRole('menuitem', { name: 'Operator console' }) !== null).toBe(isShown);
    });
    if (!isShown) return;
    await user.click(screen.getByRole('menuitem', { name: 'Operator console' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Operator console' })).toBeVisible();
    expect(address()).toBe('/console');
  });

  it('says that it is for operators, and nothing else', async () => {
    server.use(api.query('ConsoleHome', () => errorResponse('You don’t have permission.', 'FORBIDDEN')));
    openAt('/console');
    expect(await screen.findByRole('heading', { name: 'For operators only' })).toBeVisible();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(await axeViolations()).toEqual([]);
  });

  it.each([false, true])(
    'leads an operator without an authenticator app to its setup (email codes: %s)',
    async (has) => {
      server.use(api.query('ConsoleHome', () => errorResponse('A second factor.', 'SECOND_FACTOR_REQUIRED')));
      const found = viewer();
      if (found.viewer) found.viewer.user.mfaSettings.isMfaEmailEnabled = has;
      openAt('/console', { signedIn: found });
      expect(await screen.findByRole('link', { name: 'Security settings' })).toHaveAttribute(
        'href',
        '/dashboard/settings/security',
      );
    },
  );

  it('offers to confirm the second factor, and opens after it', async () => {
    let isConfirmed = false;
    server.use(
      api.query('ConsoleHome', () =>
        isConfirmed ? dataResponse(home()) : errorResponse('A second factor.', 'SECOND_FACTOR_REQUIRED'),
      ),
      api.mutation('Reauthenticate', () => {
        isConfirmed = true;
        return dataResponse({ reauthenticate: { __typename: 'ReauthenticateSuccess', message: 'Confirmed.' } });
      }),
    );
    const found = viewer();
    if (found.viewer) found.viewer.user.mfaSettings.isMfaDeviceEnabled = true;
    const { user } = openAt('/console', { signedIn: found });
    await user.click(await screen.findByRole('button', { name: 'Confirm' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText(/Password/), 'invented-password-1');
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByRole('table', { name: 'Operators' })).toBeVisible();
  });

  it('offers another try after a failure', async () => {
    server.use(api.query('ConsoleHome', () => errorResponse('Away.', 'INTERNAL')));
    openAt('/console');
    expect((await screen.findAllByRole('button', { name: 'Try again' }))[0]).toBeVisible();
  });
});

describe('the audit log', () => {
  it('lists events, whose values are text', async () => {
    answer(log());
    const { user } = openAt('/console/audit-log');
    const row = await screen.findByRole('row', { name: /leak_edited/ });
    expect(row).toHaveTextContent(HOSTILE);
    await user.click(within(row).getByRole('button'));
    const details = await screen.findByRole('dialog', { name: 'leak_edited' });
    expect(details).toHaveTextContent(HOSTILE);
    expect(document.querySelector('img[src="x"]')).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });

  it('filters by the URL and pages with cursors', async () => {
    const asked = answer(
      log({ hasMore: true, cursor: '7' }),
      log({ results: [event('2', { kind: 'key_rotated' })], cursor: '6' }),
    );
    const { user, address } = openAt('/console/audit-log?person=Orla&since=2026-11-01');
    await user.click(await screen.findByRole('button', { name: 'Older events' }));
    await screen.findByRole('row', { name: /key_rotated/ });
    expect(asked.at(-1)).toMatchObject({ after: '7', filter: { person: 'Orla', since: '2026-11-01T00:00:00.000Z' } });
    expect(screen.getByText('51–51, newest first')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Newer events' }));
    await screen.findByRole('row', { name: /leak_edited/ });
    await user.selectOptions(screen.getByLabelText('Event'), 'key_rotated');
    expect(address()).toContain('kind=key_rotated');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(address()).toBe('/console/audit-log');
  });

  it('shows the network address of an account’s events, and what is wrong with an unknown account', async () => {
    answer(log({ accountId: '1', results: [event('1', { kind: 'login', address: '192.0.2.7' })] }));
    const first = openAt('/console/audit-log?account=ida%40acme.test');
    expect(await screen.findByText('192.0.2.7')).toBeInTheDocument();
    server.use(api.query('ConsoleAuditLog', () => errorResponse('No such account.', 'VALIDATION')));
    await first.user.type(screen.getByLabelText('Account'), 'x');
    expect(await screen.findByText('No such account.')).toBeVisible();
  });

  it('is empty with a way back, and closes when the role is removed', async () => {
    answer(log({ results: [] }));
    const { user } = openAt('/console/audit-log?kind=nothing_like_it');
    expect(await screen.findByRole('heading', { name: 'No matching events' })).toBeVisible();
    server.use(api.query('ConsoleAuditLog', () => errorResponse('Forbidden.', 'FORBIDDEN')));
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByRole('heading', { name: 'For operators only' })).toBeVisible();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });

  it('reports what a verification finds', async () => {
    answer(log());
    const found: ConsoleVerifyAuditLogMutation['consoleVerifyAuditLog'] = {
      __typename: 'VerifyAuditLogSuccess',
      rows: 1200,
      chains: 3,
      brokenChains: 1,
      breaks: [
        {
          __typename: 'ConsoleAuditBreak',
          chain: 'OPERATORS',
          accountId: null,
          sequence: 17,
          happenedAt: null,
          problem: 'The row was changed.',
        },
      ],
    };
    server.use(api.mutation('ConsoleVerifyAuditLog', () => dataResponse({ consoleVerifyAuditLog: found })));
    const { user } = openAt('/console/audit-log');
    await user.click(await screen.findByRole('button', { name: 'Verify' }));
    expect(await screen.findByText('Broken chains: 1')).toBeVisible();
    expect(screen.getByText(/Events of operators/)).toHaveTextContent('row 17');
    const intact = { ...found, brokenChains: 0, breaks: [] };
    server.use(api.mutation('ConsoleVerifyAuditLog', () => dataResponse({ consoleVerifyAuditLog: intact })));
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText('No break found')).toBeVisible();
  });

  it('asks for the password before an export if the login is too old', async () => {
    answer(log());
    let isFresh = false;
    server.use(
      http.get('*/api/v1/console/audit-log', () =>
        isFresh
          ? HttpResponse.text('{}\n')
          : HttpResponse.json({ error: { message: 'Confirm your password to continue.' } }, { status: 403 }),
      ),
      api.mutation('Reauthenticate', () => {
        isFresh = true;
        return dataResponse({ reauthenticate: { __typename: 'ReauthenticateSuccess', message: 'Confirmed.' } });
      }),
    );
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:invented');
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    const { user } = openAt('/console/audit-log');
    await user.click(await screen.findByRole('button', { name: 'Export as NDJSON' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText(/Password/), 'invented-password-1');
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(save).toHaveBeenCalled());
    save.mockRestore();
  });

  it('includes the last day of a range', () => {
    const state = { account: ' ', person: '', kind: '', since: '', until: '2026-11-30' };
    expect(wantedEvents(state)).toEqual({ until: '2026-12-01T00:00:00.000Z' });
  });
});
