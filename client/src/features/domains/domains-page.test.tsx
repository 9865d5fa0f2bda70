import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { dataResponse, errorResponse, siteSettings, viewer } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import { openSignedUp, signedUp } from '@/testing/sign-up';
import type { DomainRowFragment } from './domains.generated';

const ADDRESS = '/dashboard/settings/domains';

const row = (domain: string, change: Partial<DomainRowFragment> = {}): DomainRowFragment => ({
  __typename: 'Domain',
  id: `id-of-${domain}`,
  domain,
  domainTxt: `breachlight-verification=${domain.length}a`,
  domainTxtSecret: `${domain.length}a`,
  isEnabled: true,
  isVerified: true,
  missingSince: null,
  dropsAt: null,
  backfill: null,
  ...change,
});

const ACME = row('acme.example');
const ZETA = row('zeta.acme.example', { isEnabled: false, isVerified: false });
const MIDDLE = row('middle.example', { isVerified: false });

/** A server with these domains; it returns the current `rows`. */
function serverWith(rows: DomainRowFragment[]) {
  server.use(
    api.query('Domains', () =>
      dataResponse({ domains: { __typename: 'DomainPage', total: rows.length, results: rows } }),
    ),
  );
  return rows;
}

const table = () => screen.findByRole('table', { name: 'Domains' });
const names = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((each) => within(each).getAllByRole('cell')[0]?.textContent.trim());
const rowOf = async (domain: string) => {
  const cell = await screen.findByRole('cell', { name: domain });
  const found = cell.closest('tr');
  if (!found) throw new Error('A cell stands in a row.');
  return found;
};

/** Values copied to the clipboard, newest last. */
function clipboard(works = true): string[] {
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => {
    if (!works) return Promise.reject(new Error('refused'));
    copied.push(text);
    return Promise.resolve();
  });
  return copied;
}

describe('the table', () => {
  // spec: S2.83
  it('says that it is loading until the domains arrive', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.use(
      api.query('Domains', async () => {
        await promise;
        return dataResponse({ domains: { __typename: 'DomainPage', total: 1, results: [ACME] } });
      }),
    );
    openAt(ADDRESS);
    expect(await screen.findByText('Loading domains')).toBeInTheDocument();
    resolve();
    expect(await names()).toEqual(['acme.example']);
    expect(screen.queryByText('Loading domains')).not.toBeInTheDocument();
  });

  // spec: S2.79 S2.80 S4.33
  it('has the columns of the specification, and sorts by each of them', async () => {
    serverWith([ZETA, MIDDLE, ACME]);
    const { user } = openAt(ADDRESS);
    expect(await screen.findByRole('heading', { level: 1, name: 'Domains' })).toBeVisible();
    expect(screen.getByText('Manage organization domains.')).toBeVisible();
    await rowOf('acme.example');
    const headers = within(await table()).getAllByRole('columnheader');
    expect(headers.map(({ textContent }) => textContent)).toEqual([
      'Domain',
      'TXT',
      'TXT Secret',
      'Enabled',
      'Verified',
      'Actions',
    ]);
    expect(headers[0]).toHaveAttribute('aria-sort', 'ascending');
    expect(await names()).toEqual(['acme.example', 'middle.example', 'zeta.acme.example']);

    const press = (name: string) => user.click(screen.getByRole('button', { name }));
    await press('Domain');
    expect(headers[0]).toHaveAttribute('aria-sort', 'descending');
    expect((await names())[0]).toBe('zeta.acme.example');
    await press('Verified');
    expect(headers[4]).toHaveAttribute('aria-sort', 'ascending');
    expect(await names()).toEqual(['middle.example', 'zeta.acme.example', 'acme.example']);
    await press('Enabled');
    expect((await names())[0]).toBe('zeta.acme.example');
    await press('TXT Secret');
    expect((await names())[0]).toBe('acme.example');
    await press('TXT');
    await press('TXT');
    expect(headers[1]).toHaveAttribute('aria-sort', 'descending');
    expect((await names())[0]).toBe('zeta.acme.example');
    expect(await axeViolations()).toEqual([]);
  });

  // spec: S2.82
  it('has text alternatives for the marks', async () => {
    serverWith([MIDDLE]);
    openAt(ADDRESS);
    const cells = within(await rowOf('middle.example')).getAllByRole('cell');
    expect(cells[3]).toHaveTextContent('Yes');
    expect(cells[4]).toHaveTextContent('No');
  });

  // spec: S2.81 S8.20 S9.13
  it('copies a value by a click, selects it by a double click, and copies by keyboard', async () => {
    serverWith([ACME]);
    const { user } = openAt(ADDRESS);
    await rowOf('acme.example');
    const copied = clipboard();
    await user.dblClick(screen.getByText(ACME.domainTxt));
    expect(window.getSelection()?.toString()).toBe(ACME.domainTxt);
    window.getSelection()?.removeAllRanges();
    await user.click(screen.getByText(ACME.domainTxtSecret));
    expect(await screen.findByText('Copied to clipboard!')).toBeVisible();
    expect(copied).toEqual([ACME.domainTxtSecret]);
    act(() => screen.getByRole('button', { name: 'Copy TXT for acme.example' }).focus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(copied).toEqual([ACME.domainTxtSecret, ACME.domainTxt]));
    vi.restoreAllMocks();
    clipboard(false);
    fireEvent.click(screen.getByText(ACME.domainTxt));
    expect(await screen.findByText('Failed to copy.')).toBeVisible();
  });

  // spec: S8.17
  it('stays empty if the domains cannot be loaded, logs it, and can be retried', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.use(api.query('Domains', () => errorResponse('Away', 'UNAVAILABLE')));
    const { user } = openAt(ADDRESS);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(logged).toHaveBeenCalledWith('The domains could not be read:', expect.anything());
    expect(screen.queryByRole('alert')).toBeNull();
    serverWith([ACME]);
    await user.click(retry);
    expect(await rowOf('acme.example')).toBeVisible();
    vi.restoreAllMocks();
  });

  it('reports a missing record and a running retroactive scan', async () => {
    const missing = row('acme.example', {
      missingSince: '2026-03-01T12:00:00Z',
      dropsAt: '2026-03-08T12:00:00Z',
      backfill: { __typename: 'Backfill', isDone: false, progress: 0.425, found: 12 },
    });
    const rows = serverWith([missing]);
    const { user } = openAt(ADDRESS);
    expect(await screen.findByText('The TXT record of acme.example is missing')).toBeVisible();
    expect(screen.getByText(/Missing since Mar 1, 2026\. Restore it by Mar 8, 2026/)).toBeVisible();
    expect(screen.getByText('Retroactive scan: 43%, 12 found')).toBeVisible();
    server.use(
      api.mutation('VerifyDomain', () => {
        rows[0] = ACME;
        return dataResponse({ verifyDomain: { __typename: 'DomainSuccess', message: 'It is back.', domain: ACME } });
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Check now' }));
    expect(await screen.findByText('It is back.')).toBeVisible();
    expect(screen.queryByText('The TXT record of acme.example is missing')).toBeNull();
  });
});

describe('adding and verifying', () => {
  it('leads from the name to the record and, once it is found, to a verified domain', async () => {
    const rows = serverWith([]);
    const { user } = openAt(ADDRESS);
    await user.click(await screen.findByRole('button', { name: 'Add domain' }));
    server.use(
      api.mutation('AddDomain', ({ variables }) => {
        if (variables['domain'] !== 'middle.example')
          return dataResponse({
            addDomain: {
              __typename: 'ValidationProblem',
              message: 'Some fields are invalid.',
              code: 'VALIDATION',
              fieldErrors: [{ __typename: 'FieldError', field: 'domain', messages: ['Enter your own domain.'] }],
            },
          });
        rows.push(MIDDLE);
        return dataResponse({ addDomain: { __typename: 'DomainSuccess', message: 'Added.', domain: MIDDLE } });
      }),
      api.mutation('VerifyDomain', () =>
        dataResponse({
          verifyDomain: { __typename: 'RefusedProblem', message: 'No such record yet.', code: 'TXT_NOT_FOUND' },
        }),
      ),
    );
    const field = await screen.findByRole('textbox', { name: /Domain/ });
    await user.type(field, 'co.uk{Enter}');
    await waitFor(() => expect(field).toHaveAccessibleDescription(/Enter your own domain\./));
    await user.clear(field);
    await user.type(field, ' middle.example{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Verify middle.example' });
    expect(within(dialog).getByText(MIDDLE.domainTxt)).toBeVisible();
    expect(within(dialog).getByText('_breachlight')).toBeVisible();
    const check = within(dialog).getByRole('button', { name: 'Check now' });
    await user.click(check);
    expect(await within(dialog).findByText('No such record yet.')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    server.use(
      api.mutation('VerifyDomain', () => {
        rows[0] = { ...MIDDLE, isVerified: true };
        return dataResponse({ verifyDomain: { __typename: 'DomainSuccess', message: 'Validated!', domain: rows[0] } });
      }),
    );
    await user.click(check);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Verify middle.example' })).toBeNull());
    expect(within(await rowOf('middle.example')).getAllByRole('cell')[4]).toHaveTextContent('Yes');
  });

  it('shows in the demonstration how to publish the record', async () => {
    serverWith([MIDDLE]);
    const { user } = openAt(ADDRESS);
    server.use(api.query('SiteSettings', () => dataResponse(siteSettings({ isDemonstration: true }))));
    await user.click(await screen.findByRole('button', { name: 'Actions for middle.example' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Verify now' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Verify middle.example' }));
    expect(dialog.getByText(`.venv/bin/breachlight demo dns middle.example ${MIDDLE.domainTxt}`)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Copy command' })).toBeVisible();
  });

  it('disables a domain, and removes it after a confirmation', async () => {
    const rows = serverWith([ACME]);
    const { user } = openAt(ADDRESS);
    server.use(
      api.mutation('SetDomainEnabled', ({ variables }) => {
        const changed = { ...ACME, isEnabled: variables['enabled'] === true };
        return dataResponse({
          setDomainEnabled: { __typename: 'DomainSuccess', message: 'It is off.', domain: changed },
        });
      }),
      api.mutation('RemoveDomain', () => {
        rows.length = 0;
        return dataResponse({ removeDomain: { __typename: 'MessageSuccess', message: 'It is gone.' } });
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Actions for acme.example' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Disable' }));
    expect(await screen.findByText('It is off.')).toBeVisible();
    expect(within(await rowOf('acme.example')).getAllByRole('cell')[3]).toHaveTextContent('No');
    await user.click(screen.getByRole('button', { name: 'Actions for acme.example' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    const question = await screen.findByRole('alertdialog', { name: 'Remove acme.example?' });
    await user.click(within(question).getByRole('button', { name: 'Remove domain' }));
    expect(await screen.findByText('No domains yet')).toBeVisible();
  });
});

describe('visibility', () => {
  // spec: S6.2 X3
  it('individuals have neither the entry nor the page', async () => {
    openSignedUp(ADDRESS, signedUp({ kind: 'INDIVIDUAL', verified: true }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Domains' })).toBeNull();
  });

  // spec: S6.3 X3
  it('organizations find it in the settings, read-only without the permission to manage domains', async () => {
    serverWith([ACME]);
    const { viewer: whole } = viewer();
    if (!whole) throw new Error('The fixture has an account.');
    openSignedUp(ADDRESS, { ...whole, user: { ...whole.user, membershipRole: 'VIEWER', permissions: ['READ'] } });
    await rowOf('acme.example');
    expect(screen.getByRole('link', { name: 'Domains' })).toHaveAttribute('aria-current', 'page');
    expect(screen.queryByRole('button', { name: 'Add domain' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Actions for acme.example' })).toBeNull();
  });
});
