import { screen, waitFor, within } from '@testing-library/react';
import { dataResponse, errorResponse } from '@/testing/fixtures';
import { axeViolations, openAt, openerOf } from '@/testing/render';
import { api, server } from '@/testing/server';
import type { DeviceListQuery, DeviceProfileQuery, LeakListQuery, ProfileDetectionsQuery } from './profiles.generated';

type Device = NonNullable<DeviceProfileQuery['device']>;

const severity = { __typename: 'Severity' as const, score: 90, level: 'CRITICAL' as const };

const device = (change: Partial<Device> = {}): DeviceProfileQuery => ({
  device: {
    __typename: 'Device',
    id: 'device-1',
    malware: { __typename: 'Malware', name: 'Vidar', description: 'Vidar takes saved passwords.' },
    computer: 'OFFICE-PC-4',
    userName: 'carlos',
    ip: '198.51.100.7',
    country: 'ES',
    city: 'Madrid',
    operatingSystem: 'Windows 11 Pro',
    hardwareId: '0a1b-2c3d',
    infectedAt: '2026-11-20T08:00:00Z',
    antivirus: ['Windows Defender'],
    malwarePath: String.raw`C:\Users\carlos\setup.exe`,
    build: null,
    stolenData: {
      __typename: 'StolenData',
      cookies: 1240,
      cookieDomains: 87,
      tokenFiles: 0,
      walletFiles: 2,
      cardFiles: 0,
      autofillFiles: 3,
    },
    incident: {
      __typename: 'Incident',
      id: 'device-1',
      title: 'Vidar malware on OFFICE-PC-4',
      summary: 'Vidar malware on OFFICE-PC-4 stole 3 logins.',
      state: 'OPEN',
      severity,
      detections: 3,
      openDetections: 2,
      people: { __typename: 'IncidentPeople', total: 1 },
      sites: { __typename: 'IncidentSites', total: 1 },
      lastDetectedAt: '2026-11-21T08:00:00Z',
      playbook: {
        __typename: 'Playbook',
        done: 0,
        total: 1,
        steps: [{ __typename: 'PlaybookStep', id: 'a', title: 'Clean the device', completedAt: null }],
      },
    },
    evidence: {
      __typename: 'DeviceEvidence',
      people: [{ __typename: 'DevicePerson', id: 'p1', email: 'jo@acme.example', detections: 3, openDetections: 2 }],
      sites: [{ __typename: 'ProfileSite', name: 'shop.example', isApp: false, detections: 3, openDetections: 2 }],
      leaks: [
        { __typename: 'AlertLeak', name: 'lantern-logs', title: 'Lantern Logs' },
        { __typename: 'AlertLeak', name: '', title: 'Sensitive leak' },
      ],
      timeline: [
        {
          __typename: 'ProfileEvent',
          kind: 'INFECTED',
          at: '2026-11-20T08:00:00Z',
          detections: 0,
          leakName: '',
          leakTitle: null,
          family: 'Vidar',
          deviceId: 'device-1',
          by: null,
        },
      ],
      isComplete: true,
    },
    ...change,
  },
});

const logins: ProfileDetectionsQuery = {
  alerts: {
    __typename: 'AlertPage',
    total: 1,
    results: [
      {
        __typename: 'Alert',
        id: 'd1',
        datetime: '2026-11-21T08:00:00Z',
        isClosed: false,
        domain: null,
        user: { __typename: 'AlertUser', id: 'p1', email: 'jo@acme.example' },
        severity,
        breachRecord: {
          __typename: 'BreachRecord',
          url: 'https://shop.example/login',
          host: 'shop.example',
          app: null,
          usernames: ['jo@acme.example'],
        },
      },
    ],
  },
};

function respond(answer: DeviceProfileQuery) {
  const asked: unknown[] = [];
  server.use(
    api.query('DeviceProfile', () => dataResponse(answer)),
    api.query('ProfileDetections', ({ variables }) => {
      asked.push(variables);
      return dataResponse(logins);
    }),
  );
  return asked;
}

const hrefOf = (name: string) => screen.getAllByRole('link', { name })[0]?.getAttribute('href');

it('shows what is known of a device, what its malware took, and what to do', async () => {
  const asked = respond(device());
  const { user, address } = openAt('/dashboard/devices/device-1');
  expect(await screen.findByRole('heading', { level: 1, name: 'OFFICE-PC-4' })).toBeVisible();
  for (const text of ['Windows 11 Pro', 'carlos', '198.51.100.7', '0a1b-2c3d', 'Windows Defender']) {
    expect(screen.getByText(text)).toBeVisible();
  }
  expect(screen.getByText('Madrid, Spain')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'How Vidar works' })).toBeVisible();
  expect(screen.getByText('Vidar takes saved passwords.')).toBeVisible();
  expect(screen.getByText('1,240')).toHaveTextContent('1,240of 87 domains');
  expect(screen.getByText('Wallet files').nextSibling).toHaveTextContent('2');
  expect(screen.getByText('The device was infected')).toBeVisible();
  expect(screen.getByText('Next: Clean the device')).toBeVisible();
  expect(hrefOf('Open incident')).toBe('/dashboard/incidents/device-1');
  expect(hrefOf('jo@acme.example')).toBe('/dashboard/people/p1');
  expect(hrefOf('shop.example')).toBe('/dashboard/alerts?state=all&site=shop.example');
  expect(hrefOf('Lantern Logs')).toBe('/dashboard/leaks/lantern-logs');
  expect(screen.getByText('Sensitive leak').closest('a')).toBeNull();
  expect(await axeViolations()).toEqual([]);
  const table = await screen.findByRole('table', { name: 'Logins found on this device' });
  const opener = await within(table).findByRole('button', { name: openerOf('jo@acme.example') });
  expect(asked).toContainEqual({ filter: { incidentId: 'device-1' }, page: 1, pageSize: 10 });
  await user.click(opener);
  await waitFor(() => expect(address()).toBe('/dashboard/alerts?state=all&detection=d1'));
});

it('says what is unknown of a device', async () => {
  respond(
    device({
      malware: { __typename: 'Malware', name: null, description: 'Malware of this kind copies passwords.' },
      computer: null,
      infectedAt: null,
      antivirus: [],
      stolenData: null,
    }),
  );
  openAt('/dashboard/devices/device-1');
  expect(await screen.findByRole('heading', { level: 1, name: 'Unnamed device' })).toBeVisible();
  expect(screen.getByText('Unknown malware')).toBeVisible();
  expect(screen.getByText('The log contains logins only, as far as we know.')).toBeVisible();
});

it('says that a device is unknown, or offers to try again', async () => {
  server.use(api.query('DeviceProfile', () => errorResponse('Internal error', 'INTERNAL')));
  const { user } = openAt('/dashboard/devices/other');
  const again = await screen.findByRole('button', { name: 'Try again' });
  respond({ device: null });
  await user.click(again);
  expect(await screen.findByText('Device not found')).toBeVisible();
});

const listed = (change: Partial<DeviceListQuery['devices']> = {}): DeviceListQuery => ({
  devices: {
    __typename: 'DevicePage',
    results: [
      {
        __typename: 'Device',
        id: 'device-1',
        computer: 'OFFICE-PC-4',
        userName: 'carlos',
        operatingSystem: 'Windows 11 Pro',
        infectedAt: null,
        malware: { __typename: 'Malware', name: 'Vidar' },
        incident: {
          __typename: 'Incident',
          id: 'device-1',
          title: 'Vidar malware on OFFICE-PC-4',
          severity,
          detections: 3,
          openDetections: 2,
          people: { __typename: 'IncidentPeople', total: 1 },
          lastDetectedAt: '2026-11-21T08:00:00Z',
        },
      },
    ],
    total: 30,
    totalIsExact: true,
    hasMore: true,
    cursor: 'position-1',
    ...change,
  },
});

it('lists infected devices by state and order, page by page', async () => {
  const asked: unknown[] = [];
  server.use(
    api.query('DeviceList', ({ variables }) => {
      asked.push(variables);
      const isLast = variables['after'] !== undefined;
      return dataResponse(
        variables['isClosed'] === true
          ? listed({ results: [], total: 0, hasMore: false, cursor: '' })
          : listed({ hasMore: !isLast }),
      );
    }),
  );
  const { user, address } = openAt('/dashboard/devices');
  const table = await screen.findByRole('table', { name: 'Infected devices' });
  const opener = await within(table).findByRole('link', { name: /OFFICE-PC-4/ });
  expect(screen.getByText('2 of 3')).toBeVisible();
  const worst = { isClosed: false, orderBy: 'SEVERITY', reverse: false, first: 25 };
  expect(asked).toContainEqual(worst);
  expect(await axeViolations()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(screen.getByText('26–26 of 30')).toBeVisible());
  expect(asked).toContainEqual({ ...worst, after: 'position-1' });
  expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled();
  await user.click(opener);
  await waitFor(() => expect(address()).toBe('/dashboard/devices/device-1'));
});

it('sorts infected devices by their columns, from the first page on', async () => {
  const asked: unknown[] = [];
  server.use(
    api.query('DeviceList', ({ variables }) => {
      asked.push(variables);
      return dataResponse(listed());
    }),
  );
  const { user, address } = openAt('/dashboard/devices');
  await screen.findByRole('table', { name: 'Infected devices' });
  expect(header('Severity')).toHaveAttribute('aria-sort', 'descending');
  await user.click(await screen.findByRole('button', { name: 'Next page' }));
  await user.click(within(header('Logins open')).getByRole('button'));
  await waitFor(() => expect(address()).toBe('/dashboard/devices?order=logins'));
  expect(header('Logins open')).toHaveAttribute('aria-sort', 'descending');
  expect(header('Severity')).not.toHaveAttribute('aria-sort');
  await waitFor(() => expect(asked.at(-1)).toEqual({ isClosed: false, orderBy: 'LOGINS', reverse: false, first: 25 }));
  await user.click(within(header('Logins open')).getByRole('button'));
  await waitFor(() => expect(address()).toBe('/dashboard/devices?order=logins&reverse=yes'));
  expect(header('Logins open')).toHaveAttribute('aria-sort', 'ascending');
  await waitFor(() => expect(asked.at(-1)).toEqual({ isClosed: false, orderBy: 'LOGINS', reverse: true, first: 25 }));
});

it('says that no device is infected, and which are closed', async () => {
  server.use(
    api.query('DeviceList', () => dataResponse(listed({ results: [], total: 0, hasMore: false, cursor: '' }))),
  );
  const { user } = openAt('/dashboard/devices');
  expect(await screen.findByText('No infected devices')).toBeVisible();
  await user.click(screen.getByText('Closed', { selector: 'label *, label' }));
  expect(await screen.findByText('No closed devices')).toBeVisible();
});

const header = (name: string) => screen.getByRole('columnheader', { name });

it('lists leaks with the share of the account', async () => {
  const leaks: LeakListQuery = {
    leaks: {
      __typename: 'LeakPage',
      total: 1,
      results: [
        {
          __typename: 'Leak',
          name: 'lantern-logs',
          title: 'Lantern Logs',
          domain: null,
          kind: 'STEALER_LOG',
          breachDate: null,
          addedDate: '2026-11-01T10:00:00Z',
          pwnCount: 1_234_567,
          isSensitive: true,
          detections: { __typename: 'LeakDetections', total: 7, open: 4, isExact: true },
        },
      ],
    },
  };
  const asked: unknown[] = [];
  server.use(
    api.query('LeakList', ({ variables }) => {
      asked.push(variables);
      return dataResponse(leaks);
    }),
  );
  const { user, address } = openAt('/dashboard/leaks');
  const opener = await screen.findByRole('link', { name: /Lantern Logs/ });
  expect(screen.getByText('1,234,567')).toBeVisible();
  expect(screen.getByText('7')).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  expect(asked).toEqual([{ page: 1, pageSize: 25, orderBy: 'ADDED', reverse: false }]);
  expect(header('Added')).toHaveAttribute('aria-sort', 'descending');
  await user.click(within(header('Leak')).getByRole('button'));
  await waitFor(() => expect(address()).toBe('/dashboard/leaks?order=title'));
  expect(header('Leak')).toHaveAttribute('aria-sort', 'ascending');
  await user.click(within(header('Records in the leak')).getByRole('button'));
  await waitFor(() => expect(asked.at(-1)).toEqual({ page: 1, pageSize: 25, orderBy: 'RECORDS', reverse: true }));
  expect(header('Records in the leak')).toHaveAttribute('aria-sort', 'ascending');
  await user.click(opener);
  await waitFor(() => expect(address()).toBe('/dashboard/leaks/lantern-logs'));
});
