import { screen, waitFor, within } from '@testing-library/react';
import { dataResponse, errorResponse, viewer } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import { counts, inbox, row, serverWith } from './incident-fixtures';

const opener = (number: number) => screen.findByRole('link', { name: new RegExp(`OFFICE-PC-${number} `) });

describe('the inbox', () => {
  it('lists new incidents, the most severe first, with the counts of all tabs', async () => {
    const asked = serverWith();
    openAt('/dashboard/incidents');
    expect(await screen.findByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
    const line = within((await opener(1)).closest('tr') ?? document.body);
    expect(line.getByText('It stole a password.')).toBeVisible();
    expect(line.getByText('Critical')).toBeVisible();
    expect(line.getByText('Nobody')).toBeInTheDocument();
    expect(line.getByRole('img', { name: '4 detections in the last 14 days' })).toBeVisible();
    expect(line.getByText('1 of 6 done')).toBeInTheDocument();
    expect(asked).toEqual([{ filter: { tab: 'NEW' }, orderBy: 'SEVERITY', first: 10, page: 1 }]);
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['New26', 'Mine2', 'Waiting1', 'Closed0']);
    expect(await axeViolations()).toEqual([]);
  });

  it('keeps tab, order and page in the URL', async () => {
    const asked = serverWith(inbox([row(1)], { total: 26 }));
    const { user, address } = openAt('/dashboard/incidents');
    await opener(1);
    await user.click(screen.getByRole('tab', { name: /^Closed/ }));
    await user.click(await screen.findByRole('button', { name: 'Display' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Most recent' }));
    await waitFor(() => expect(address()).toBe('/dashboard/incidents?tab=closed&order=recent'));
    await user.click(await screen.findByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(address()).toBe('/dashboard/incidents?tab=closed&order=recent&page=2'));
    await waitFor(() =>
      expect(asked.at(-1)).toEqual({ filter: { tab: 'CLOSED' }, orderBy: 'RECENT', first: 10, page: 2 }),
    );
    expect(await screen.findByText('11-11 of 26')).toBeVisible();
  });

  it('returns to the last page if a page is empty', async () => {
    serverWith(inbox([], { total: 26 }));
    const { address } = openAt('/dashboard/incidents?page=9');
    await waitFor(() => expect(address()).toBe('/dashboard/incidents?page=3'));
  });

  it('is used with the keyboard', async () => {
    serverWith();
    const { user, address } = openAt('/dashboard/incidents');
    await opener(1);
    await user.keyboard('jj');
    expect(await opener(2)).toHaveFocus();
    await user.keyboard('k{Enter}');
    await waitFor(() => expect(address()).toBe('/dashboard/incidents/incident-1'));
  });

  it.each([
    ['', 'Inbox zero'],
    ['?tab=mine', 'Nothing assigned to you'],
    ['?tab=waiting', 'Nothing waiting'],
    ['?tab=closed', 'Nothing closed yet'],
  ])('explains an empty tab: %s', async (query, title) => {
    serverWith(inbox([]));
    openAt(`/dashboard/incidents${query}`);
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  });

  it('shows the error and retries', async () => {
    serverWith();
    server.use(api.query('IncidentList', () => errorResponse('The database is away.', 'UNAVAILABLE'), { once: true }));
    const { user } = openAt('/dashboard/incidents');
    expect(await screen.findByText('The database is away.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await opener(1)).toBeVisible();
  });

  it('of an individual has no assignment', async () => {
    serverWith(inbox([row(1)]));
    server.use(api.query('IncidentCounts', () => dataResponse(counts({ mine: 0 }))));
    openAt('/dashboard/incidents', { signedIn: individual() });
    await opener(1);
    await waitFor(() => expect(screen.queryByRole('tab', { name: /^Mine/ })).not.toBeInTheDocument());
    expect(screen.queryByText('Assigned to')).not.toBeInTheDocument();
  });
});

function individual() {
  const { viewer: signedIn } = viewer();
  return { viewer: signedIn && { ...signedIn, kind: 'INDIVIDUAL' as const, org: null } };
}

describe('an incident', () => {
  it('shows what happened, whom it concerns and the facts of the device', async () => {
    serverWith();
    openAt('/dashboard/incidents/incident-1');
    expect(await screen.findByRole('heading', { level: 1, name: 'Vidar malware on OFFICE-PC-1' })).toBeVisible();
    expect(document.title).toBe('Vidar malware on OFFICE-PC-1');
    expect(screen.getByText('carlos@acme.example')).toBeVisible();
    expect(screen.getByText('and 6 more')).toBeVisible();
    expect(screen.getByText('192.0.2.7')).toBeVisible();
    expect(screen.getByText('Feb 1, 2026')).toBeVisible();
    expect(screen.getByText('Stolen by malware').nextSibling).toHaveTextContent('+35');
    expect(screen.getByText('of_a_newer_server')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('of another account is missing', async () => {
    serverWith();
    server.use(api.query('Incident', () => dataResponse({ incident: null })));
    openAt('/dashboard/incidents/incident-9');
    expect(await screen.findByText(/part of your account/)).toBeVisible();
  });
});
