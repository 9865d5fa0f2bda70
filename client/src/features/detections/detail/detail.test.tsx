import { screen, waitFor, within } from '@testing-library/react';
import { dataResponse, detection, detectionList, detectionRow, history, historyEvent } from '@/testing/fixtures';
import { axeViolations, openAt, openerOf } from '@/testing/render';
import { api, server } from '@/testing/server';

const rows = Array.from({ length: 10 }, (_, index) => detectionRow(index + 1, { isRead: index !== 0 }));

/** Serves this list and records queries and mutations. */
function serverWith(list = detectionList(rows, { total: 37 })) {
  const asked: Record<string, unknown>[] = [];
  const updates: unknown[] = [];
  server.use(
    api.query('DetectionHistory', () => dataResponse(history())),
    api.query('DetectionList', ({ variables }) => {
      asked.push(variables);
      return dataResponse(list);
    }),
    api.query('Detection', ({ variables }) => {
      const row = rows.find(({ id }) => id === variables['id']);
      return dataResponse(row ? detection(row) : { alert: null, alertContext: null });
    }),
    api.mutation('UpdateDetections', ({ variables }) => {
      updates.push(variables['input']);
      return dataResponse({
        updateAlerts: {
          __typename: 'UpdateAlertsSuccess',
          updated: 2,
          operationId: 'operation-1',
          missing: [],
          alerts: [],
        },
      });
    }),
  );
  return { asked, updates };
}

const revealed = () =>
  dataResponse({ revealPassword: { __typename: 'RevealPasswordSuccess', password: 'invented-leaked-1' } });
const rowOf = (number: number) => screen.findByRole('button', { name: openerOf(`user${number}@acme.example`) });

describe('the detail', () => {
  it('has its own URL, shows the evidence and marks an unread detection as read', async () => {
    const { updates } = serverWith();
    const { user, address } = openAt('/dashboard/alerts');
    await user.click(await rowOf(1));
    const detail = await screen.findByRole('region', { name: 'user1@acme.example' });
    expect(address()).toBe('/dashboard/alerts?detection=detection-1');
    expect(await within(detail).findByText('https://shop1.example/login')).toBeVisible();
    expect(within(detail).getByText('DESKTOP-INVENTED')).toBeVisible();
    expect(within(detail).getByText(/Clean the computer first/)).toBeVisible();
    await waitFor(() => expect(updates).toEqual([{ action: 'READ', ids: ['detection-1'] }]));
    await user.click(within(detail).getByRole('button', { name: 'Next detection' }));
    expect(await screen.findByRole('region', { name: 'user2@acme.example' })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address()).toBe('/dashboard/alerts'));
  });

  it('shows a portal without a user, days without a time, and no date that contradicts the infection', async () => {
    const row = detectionRow(1, { domain: { __typename: 'AlertDomain', id: 'd', domain: 'acme.example' }, user: null });
    server.use(
      api.query('DetectionHistory', () => dataResponse(history())),
      api.query('DetectionList', () => dataResponse(detectionList([row]))),
      api.query('Detection', () => dataResponse(detection(row))),
    );
    openAt('/dashboard/alerts-domain?detection=detection-1');
    const detail = within(await screen.findByRole('region', { name: 'acme.example' }));
    expect(await detail.findByText('DESKTOP-INVENTED')).toBeVisible();
    expect(detail.queryByText('User')).not.toBeInTheDocument();
    expect(detail.queryByText('Breach date')).not.toBeInTheDocument();
    expect(detail.getByText('Infected').nextSibling).toHaveTextContent(/^Feb 1, 2026$/);
    expect(detail.getByText('Last seen').nextSibling).toHaveTextContent(/^Feb 20, 2026$/);
  });

  it('says what happened, links the address safely, and has history and notes in tabs', async () => {
    serverWith();
    const note = {
      __typename: 'AlertNote' as const,
      id: 'note-1',
      text: 'Called them.',
      editedAt: null,
      isOwn: false,
      mentions: [],
    };
    server.use(
      api.query('DetectionHistory', () => dataResponse(history(historyEvent({ kind: 'NOTED', by: 'Grace', note })))),
    );
    const { user } = openAt('/dashboard/alerts?detection=detection-1');
    const detail = within(await screen.findByRole('region', { name: 'user1@acme.example' }));
    expect(await detail.findByText('Invented stealer took the login from DESKTOP-INVENTED.')).toBeVisible();
    const headings = detail.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(headings).toEqual([
      'What happened',
      'What to do now',
      'What was leaked',
      'Other logins from this device',
      'Same password elsewhere',
      'Why this severity',
      'Source',
      'Infected device',
    ]);
    const site = detail.getByRole('link', { name: 'https://shop1.example/login' });
    expect(site).toHaveAttribute('href', 'https://shop1.example/login');
    expect(site).toHaveAttribute('rel', 'noopener noreferrer');
    expect(site).toHaveAttribute('target', '_blank');
    expect(detail.getByText('Opens a leaked address. Be careful.')).toBeVisible();
    expect(await detail.findByText('Grace added a note')).toBeVisible();
    await user.click(detail.getByRole('tab', { name: /^Notes/ }));
    expect(detail.getByText('Called them.')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('opens other logins of the device and other detections with the same password', async () => {
    serverWith();
    server.use(
      api.query('Detection', ({ variables }) => {
        const row = rows.find(({ id }) => id === variables['id']) ?? detectionRow(1);
        return dataResponse(
          detection(row, {
            deviceLogins: { __typename: 'RelatedAlerts', total: 12, results: [detectionRow(7, { isClosed: true })] },
            samePassword: { __typename: 'RelatedAlerts', total: 1, results: [detectionRow(3)] },
          }),
        );
      }),
    );
    const { user, address } = openAt('/dashboard/alerts?detection=detection-1');
    const logins = await screen.findByRole('list', { name: 'Other logins from this device' });
    expect(within(logins).getByText('shop7.example/login')).toBeVisible();
    expect(within(logins).getByText('Closed')).toBeVisible();
    expect(screen.getByText('and 11 more')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Show the device' })).toHaveAttribute(
      'href',
      '/dashboard/devices/incident-1',
    );
    expect(screen.getByText('This login uses it in 1 other detection.')).toBeVisible();
    await user.click(
      within(screen.getByRole('list', { name: 'Same password elsewhere' })).getByRole('button', { name: /shop3/ }),
    );
    await waitFor(() => expect(address()).toBe('/dashboard/alerts?detection=detection-3'));
    expect(await screen.findByRole('region', { name: 'user3@acme.example' })).toBeVisible();
  });

  it('reports a detection of another account as missing', async () => {
    serverWith();
    openAt('/dashboard/alerts?detection=somebody-elses');
    expect(await screen.findByText(/part of your account/)).toBeVisible();
  });

  it('a33: shows hostile evidence as text, never as a link', async () => {
    const hostile = detectionRow(1, {
      breachRecord: {
        ...detectionRow(1).breachRecord,
        url: 'javascript:alert(document.domain)',
        usernames: ['<img src=x onerror=alert(1)>'],
      },
    });
    serverWith(detectionList([hostile]));
    server.use(api.query('Detection', () => dataResponse(detection(hostile))));
    openAt('/dashboard/alerts?detection=detection-1');
    const detail = await screen.findByRole('region', { name: 'user1@acme.example' });
    expect(await within(detail).findByText('javascript:alert(document.domain)')).toBeVisible();
    expect(within(detail).getByText('<img src=x onerror=alert(1)>')).toBeVisible();
    for (const link of within(detail).queryAllByRole('link')) {
      expect(link).toHaveAttribute(
        'href',
        expect.stringMatching(/^\/dashboard\/(?:leaks\/|people\/|devices\/|alerts\?state=all&site=)/),
      );
    }
    expect(document.querySelector('img[src="x"]')).toBeNull();
  });
});

async function openDetail() {
  serverWith();
  const { user } = openAt('/dashboard/alerts?detection=detection-2');
  await user.click(await screen.findByRole('button', { name: 'Show password' }));
  return user;
}

describe('a leaked password', () => {
  it('is masked until revealed and can be hidden again', async () => {
    server.use(api.mutation('RevealPassword', revealed));
    const user = await openDetail();
    expect(await screen.findByText('invented-leaked-1')).toBeVisible();
    expect(screen.getByRole('timer')).toHaveTextContent('Hides in 30 seconds');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(screen.queryByText('invented-leaked-1')).not.toBeInTheDocument();
  });

  it('is shown after reauthentication if the server requires a recent login', async () => {
    let recent = false;
    const passwords: unknown[] = [];
    server.use(
      api.mutation('RevealPassword', () =>
        recent
          ? revealed()
          : dataResponse({
              revealPassword: {
                __typename: 'ReauthenticationRequiredProblem',
                message: 'Enter your password again.',
                code: 'REAUTHENTICATION_REQUIRED',
              },
            }),
      ),
      api.mutation('Reauthenticate', ({ variables }) => {
        passwords.push(variables['password']);
        recent = passwords.length > 1;
        return dataResponse({
          reauthenticate: recent
            ? { __typename: 'ReauthenticateSuccess', message: 'Confirmed' }
            : { __typename: 'RefusedProblem', message: 'Wrong password.', code: 'CREDENTIALS' },
        });
      }),
    );
    const user = await openDetail();
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your password' });
    const field = within(dialog).getByLabelText('Password');
    const confirm = within(dialog).getByRole('button', { name: 'Confirm' });
    await user.type(field, 'wrong');
    await user.click(confirm);
    expect(await within(dialog).findByText('Wrong password.')).toBeVisible();
    await user.clear(field);
    await user.type(field, 'right');
    await user.click(confirm);
    expect(await screen.findByText('invented-leaked-1')).toBeVisible();
    expect(passwords).toEqual(['wrong', 'right']);
  });

  it('stays hidden if the user cancels', async () => {
    server.use(
      api.mutation('RevealPassword', () =>
        dataResponse({
          revealPassword: {
            __typename: 'ReauthenticationRequiredProblem',
            message: 'Again.',
            code: 'REAUTHENTICATION_REQUIRED',
          },
        }),
      ),
    );
    const user = await openDetail();
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your password' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Confirm your password' })).not.toBeInTheDocument(),
    );
    expect(screen.getByRole('button', { name: 'Show password' })).toBeInTheDocument();
  });
});
