import { screen, waitFor, within } from '@testing-library/react';
import { dataResponse, errorResponse, viewer } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import type { ApiKeysQuery } from './api-keys.generated';

const PAGE = '/dashboard/settings/api';
const TOKEN = `blk_${'Invented'.repeat(6)}w`;

type Key = ApiKeysQuery['apiKeys'][number];

const key = (change: Partial<Key> = {}): Key => ({
  __typename: 'ApiKey',
  id: 'key-1',
  name: 'Nightly import',
  scopes: ['READ', 'TRIAGE'],
  hint: 'a1B2',
  createdAt: '2026-03-01T12:00:00Z',
  expiresAt: '2999-03-01T12:00:00Z',
  lastUsedAt: null,
  suspendedAt: null,
  maker: 'Ada Example',
  ...change,
});

let keys: Key[];
let hasGraphiql: boolean;

beforeEach(() => {
  keys = [key()];
  hasGraphiql = true;
  server.use(
    api.query('ApiKeys', () => dataResponse({ apiKeys: keys })),
    api.query('ApiFacts', () =>
      dataResponse({ apiFacts: { __typename: 'ApiFacts', hasGraphiql, mostKeys: 50, requestsPerMinute: 600 } }),
    ),
  );
});

// spec: X4
it('lists the keys, and nothing is wrong for axe', async () => {
  keys = [
    key(),
    key({ id: 'key-2', name: 'Old one', expiresAt: '2026-01-01T00:00:00Z' }),
    key({ id: 'key-3', name: 'Left behind', expiresAt: null, maker: null, lastUsedAt: '2026-03-02T12:00:00Z' }),
  ];
  openAt(PAGE);
  expect(await screen.findByRole('heading', { level: 1, name: 'API' })).toBeVisible();
  expect(document.title).toBe('API');
  expect(await screen.findByText('Nightly import')).toBeVisible();
  expect(screen.getAllByText('Read, Triage')).toHaveLength(3);
  expect(screen.getByText('Expired')).toBeVisible();
  expect(screen.getByText('Creator left')).toBeVisible();
  expect(screen.getByText(/Limit: 50 keys per account\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open GraphiQL in a new tab' })).toHaveAttribute('href', '/graphql');
  expect(await axeViolations()).toEqual([]);
});

// spec: X4
it('creates a key after the password, shows it once, and stores it nowhere', async () => {
  keys = [];
  const { user } = openAt(PAGE);
  let confirmed = false;
  const sent: unknown[] = [];
  server.use(
    api.mutation('CreateApiKey', ({ variables }) => {
      sent.push(variables['input']);
      if (!confirmed)
        return dataResponse({
          createApiKey: { __typename: 'RefusedProblem', message: 'Confirm.', code: 'REAUTHENTICATION_REQUIRED' },
        });
      keys = [key()];
      return dataResponse({
        createApiKey: {
          __typename: 'CreateApiKeySuccess',
          token: TOKEN,
          apiKey: { __typename: 'ApiKey', id: 'key-1', name: 'Nightly import' },
        },
      });
    }),
    api.mutation('Reauthenticate', () => {
      confirmed = true;
      return dataResponse({ reauthenticate: { __typename: 'ReauthenticateSuccess', message: 'Password confirmed.' } });
    }),
  );
  expect(await screen.findByText('No keys yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'New key' }));
  const dialog = await screen.findByRole('dialog', { name: 'New API key' });
  await user.type(within(dialog).getByLabelText('Name'), 'Nightly import');
  expect(within(dialog).getByRole('checkbox', { name: 'Read' })).toBeChecked();
  await user.click(within(dialog).getByRole('checkbox', { name: 'Triage' }));
  await user.selectOptions(within(dialog).getByLabelText('Expires'), 'Never');
  expect(within(dialog).getByText(/A key without an expiry/)).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Create key' }));
  const password = await screen.findByRole('dialog', { name: 'Confirm your password' });
  await user.type(within(password).getByLabelText('Password'), 'invented-password-1');
  await user.click(within(password).getByRole('button', { name: 'Confirm' }));
  const shown = await screen.findByRole('dialog', { name: 'Your new key' });
  expect(within(shown).getByText(TOKEN)).toBeVisible();
  expect(sent).toEqual(
    Array.from({ length: 2 }, () => ({ name: 'Nightly import', scopes: ['READ', 'TRIAGE'], expiresInDays: null })),
  );
  await user.click(within(shown).getByRole('button', { name: 'Copy key' }));
  expect(await navigator.clipboard.readText()).toBe(TOKEN);
  await user.click(within(shown).getByRole('button', { name: "I've copied it" }));
  await waitFor(() => expect(screen.queryByText(TOKEN)).not.toBeInTheDocument());
  expect(await screen.findByText('Nightly import')).toBeVisible();
  expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain(TOKEN);
  await user.click(screen.getByRole('button', { name: 'New key' }));
  expect(await screen.findByRole('dialog', { name: 'New API key' })).toBeVisible();
});

// spec: X4
it('shows field errors under their inputs', async () => {
  const { user } = openAt(PAGE);
  server.use(
    api.mutation('CreateApiKey', () =>
      dataResponse({
        createApiKey: {
          __typename: 'ValidationProblem',
          message: 'Some fields are invalid.',
          code: 'VALIDATION',
          fieldErrors: [
            { __typename: 'FieldError', field: 'name', messages: ['Field is Required'] },
            { __typename: 'FieldError', field: 'scopes', messages: ['Choose at least one scope.'] },
          ],
        },
      }),
    ),
  );
  await user.click(await screen.findByRole('button', { name: 'New key' }));
  const dialog = await screen.findByRole('dialog', { name: 'New API key' });
  await user.click(within(dialog).getByRole('checkbox', { name: 'Read' }));
  await user.click(within(dialog).getByRole('button', { name: 'Create key' }));
  expect(await within(dialog).findByText('Field is Required')).toBeVisible();
  expect(within(dialog).getByRole('group', { name: 'Scopes' })).toHaveAccessibleDescription(
    'Choose at least one scope.',
  );
});

// spec: X4
it('revokes a key after a confirmation', async () => {
  const { user } = openAt(PAGE);
  server.use(
    api.mutation('RevokeApiKey', ({ variables }) => {
      expect(variables).toEqual({ id: 'key-1' });
      keys = [];
      return dataResponse({ revokeApiKey: { __typename: 'MessageSuccess', message: 'API key revoked.' } });
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Revoke key Nightly import' }));
  const question = await screen.findByRole('alertdialog', { name: 'Revoke Nightly import?' });
  await user.click(within(question).getByRole('button', { name: 'Revoke key' }));
  expect(await screen.findByText('API key revoked.')).toBeInTheDocument();
  expect(await screen.findByText('No keys yet')).toBeVisible();
});

it('confirms a key that a restored backup has suspended, and revokes another', async () => {
  const suspendedAt = '2026-11-23T12:00:00Z';
  keys = [
    key({ suspendedAt }),
    key({ id: 'key-2', name: 'Old import', suspendedAt }),
    key({ id: 'key-3', name: 'Fresh' }),
  ];
  const { user } = openAt(PAGE);
  let recent = false;
  server.use(
    api.mutation('ConfirmApiKey', ({ variables }) => {
      expect(variables).toEqual({ id: 'key-1' });
      if (!recent)
        return dataResponse({
          confirmApiKey: { __typename: 'RefusedProblem', message: 'Confirm.', code: 'REAUTHENTICATION_REQUIRED' },
        });
      keys = [key(), ...keys.slice(1)];
      return dataResponse({ confirmApiKey: { __typename: 'MessageSuccess', message: 'API key confirmed.' } });
    }),
    api.mutation('Reauthenticate', () => {
      recent = true;
      return dataResponse({ reauthenticate: { __typename: 'ReauthenticateSuccess', message: 'Password confirmed.' } });
    }),
    api.mutation('RevokeApiKey', ({ variables }) => {
      expect(variables).toEqual({ id: 'key-2' });
      keys = keys.filter((each) => each.id !== 'key-2');
      return dataResponse({ revokeApiKey: { __typename: 'MessageSuccess', message: 'API key revoked.' } });
    }),
  );
  expect(await screen.findByText('2 API keys are suspended')).toBeVisible();
  expect(screen.getAllByText('Suspended')).toHaveLength(2);
  expect(await axeViolations()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Confirm key Nightly import' }));
  const password = await screen.findByRole('dialog', { name: 'Confirm your password' });
  await user.type(within(password).getByLabelText('Password'), 'invented-password-1');
  await user.click(within(password).getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('API key confirmed.')).toBeInTheDocument();
  expect(await screen.findByText('One API key is suspended')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Revoke key Old import' }));
  const question = await screen.findByRole('alertdialog', { name: 'Revoke Old import?' });
  await user.click(within(question).getByRole('button', { name: 'Revoke key' }));
  await waitFor(() => expect(screen.queryByText(/suspended/)).not.toBeInTheDocument());
  expect(screen.getByText('Fresh')).toBeVisible();
});

// spec: X4
it('shows a first query with the address of this site and no secret in it', async () => {
  hasGraphiql = false;
  const { user, address } = openAt(PAGE);
  const sample = await screen.findByRole('region', { name: 'Query' });
  expect(sample).toHaveTextContent(`curl -s ${window.location.origin}/graphql`);
  expect(sample).toHaveTextContent('Bearer $BREACHLIGHT_API_KEY');
  await user.click(screen.getByRole('tab', { name: 'Python' }));
  expect(await screen.findByText(/import httpx/)).toBeVisible();
  expect(address()).toBe(`${PAGE}?with=python`);
  await user.click(screen.getAllByRole('button', { name: 'Copy' })[1] ?? document.body);
  expect(await navigator.clipboard.readText()).toContain("os.environ['BREACHLIGHT_API_KEY']");
  expect(screen.queryByRole('link', { name: 'Open GraphiQL in a new tab' })).not.toBeInTheDocument();
});

// spec: X4
it('tells other members to ask an owner', async () => {
  const signedIn = viewer();
  if (signedIn.viewer) signedIn.viewer.user = { ...signedIn.viewer.user, permissions: ['READ'] };
  openAt(PAGE, { signedIn });
  expect(await screen.findByText('Only owners can manage API keys')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'New key' })).not.toBeInTheDocument();
});

it('can load the keys again after a failure', async () => {
  let broken = true;
  server.use(
    api.query('ApiKeys', () =>
      broken ? errorResponse('The database is away.', 'UNAVAILABLE') : dataResponse({ apiKeys: keys }),
    ),
  );
  const { user } = openAt(PAGE);
  expect(await screen.findByText('The database is away.', {}, { timeout: 5000 })).toBeVisible();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nightly import')).toBeVisible();
});
