import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { dataResponse } from '@/testing/fixtures';
import { openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import type { EmailAccountsQuery, MonitoredEmailsQuery } from './emails.generated';

const people: EmailAccountsQuery = {
  emailAccounts: {
    __typename: 'EmailAccountPage',
    total: 1,
    asOf: 'then',
    results: [
      {
        __typename: 'EmailAccount',
        email: 'bob@acme.example',
        openDetections: 3,
        lastSeen: '2026-03-01T12:00:00Z',
        isLive: false,
        addresses: [{ __typename: 'EmailAddress', id: '1', email: 'bob+shop@acme.example', openDetections: 3 }],
      },
    ],
  },
};

// Loads the page beforehand, since that takes long on a busy machine.
beforeAll(async () => {
  await import('./emails-page');
}, 60_000);

const PATH = '/dashboard/settings/emails';

test('an address awaits its confirmation, and an uploaded list says which accounts are active', async () => {
  let monitored: MonitoredEmailsQuery['monitoredEmails'] = [];
  server.use(
    api.query('MonitoredEmails', () => dataResponse({ monitoredEmails: monitored })),
    api.query('EmailAccounts', () => dataResponse(people)),
    api.query('LiveEmailAccountList', () => dataResponse({ liveEmailAccountList: null })),
    api.mutation('AddMonitoredEmail', ({ variables }) => {
      const email = String(variables['email']);
      monitored = [
        { __typename: 'MonitoredEmail', id: '1', email, isVerified: false, createdAt: '2026-03-01T12:00:00Z' },
      ];
      return dataResponse({ addMonitoredEmail: { __typename: 'MonitoredEmail', id: '1' } });
    }),
    http.put('*/api/v1/user/live-email-accounts', () =>
      HttpResponse.json({ size: 12, accepted: 12, invalid: 1, foreign: 0, live: 4, gone: 7 }),
    ),
  );
  const { user } = openAt(PATH);
  expect(await screen.findByText('No other addresses yet.')).toBeInTheDocument();
  await user.type(screen.getByRole('textbox', { name: 'Email address' }), 'jo@people.example');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Awaiting confirmation')).toBeInTheDocument();
  expect(await screen.findByText('No such account')).toBeInTheDocument();
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!chooser) throw new Error('There is no way to choose a file.');
  await user.upload(chooser, new File(['bob@acme.example'], 'list.csv', { type: 'text/csv' }));
  expect(await screen.findByText('List uploaded with 12 accounts')).toBeInTheDocument();
  expect(screen.getByText(/4 addresses in your detections are active\. 7 aren't\./)).toBeInTheDocument();
});

test('the second page of people is of the same moment as the first, until the list is reloaded', async () => {
  const asked: unknown[] = [];
  server.use(
    api.query('MonitoredEmails', () => dataResponse({ monitoredEmails: [] })),
    api.query('LiveEmailAccountList', () => dataResponse({ liveEmailAccountList: null })),
    api.query('EmailAccounts', ({ variables }) => {
      asked.push([variables['page'], variables['asOf']]);
      return dataResponse({ emailAccounts: { ...people.emailAccounts, total: 12 } });
    }),
  );
  const { user } = openAt(PATH);
  await user.click(await screen.findByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(asked).toContainEqual([2, 'then']));
  await user.click(await screen.findByRole('button', { name: 'Reload list' }));
  await waitFor(() => expect(asked.at(-1)).toEqual([2, undefined]));
});

test('people are sorted by a column, from the first page on', async () => {
  const asked: unknown[] = [];
  server.use(
    api.query('MonitoredEmails', () => dataResponse({ monitoredEmails: [] })),
    api.query('LiveEmailAccountList', () => dataResponse({ liveEmailAccountList: null })),
    api.query('EmailAccounts', ({ variables }) => {
      asked.push([variables['page'], variables['asOf'], variables['orderBy'], variables['reverse']]);
      return dataResponse({ emailAccounts: { ...people.emailAccounts, total: 12 } });
    }),
  );
  const { user } = openAt(PATH);
  await user.click(await screen.findByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(asked.at(-1)).toEqual([2, 'then', 'OPEN', false]));
  const email = screen.getByRole('columnheader', { name: 'Email account' });
  await user.click(within(email).getByRole('button'));
  await waitFor(() => expect(asked.at(-1)).toEqual([1, undefined, 'EMAIL', false]));
  expect(email).toHaveAttribute('aria-sort', 'ascending');
});
