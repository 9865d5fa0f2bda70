import { screen, within } from '@testing-library/react';
import { dataResponse, errorResponse } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import type { PersonProfileQuery, ProfileDetectionsQuery } from './profiles.generated';

const ADDRESS = '/dashboard/people/p1';

const incidents: PersonProfileQuery['incidents'] = {
  __typename: 'IncidentPage',
  total: 1,
  results: [
    {
      __typename: 'Incident',
      id: 'incident-1',
      title: 'Vidar malware on OFFICE-PC-4',
      state: 'OPEN',
      severity: { __typename: 'Severity', score: 80, level: 'CRITICAL' },
      playbook: {
        __typename: 'Playbook',
        done: 1,
        total: 2,
        steps: [
          { __typename: 'PlaybookStep', id: 'a', title: 'Clean the device', completedAt: '2026-11-01T08:00:00Z' },
          { __typename: 'PlaybookStep', id: 'b', title: 'Change the passwords', completedAt: null },
        ],
      },
    },
  ],
};

const person = (change: Partial<NonNullable<PersonProfileQuery['person']>> = {}): PersonProfileQuery => ({
  incidents,
  person: {
    __typename: 'Person',
    id: 'p1',
    email: 'jo@acme.example',
    isLive: false,
    openDetections: 2,
    detections: 3,
    isComplete: true,
    lastSeen: '2026-11-20T08:00:00Z',
    reusesPassword: true,
    siteCount: 2,
    addresses: [
      { __typename: 'PersonAddress', id: 'p1', email: 'jo@acme.example', openDetections: 1 },
      { __typename: 'PersonAddress', id: 'p2', email: 'jo+shop@acme.example', openDetections: 1 },
    ],
    exposure: {
      __typename: 'Exposure',
      score: 72,
      level: 'HIGH',
      factors: [
        { __typename: 'SeverityFactor', name: 'worst', points: 60 },
        { __typename: 'SeverityFactor', name: 'further', points: 2 },
        { __typename: 'SeverityFactor', name: 'reused', points: 10 },
      ],
      trend: [...Array.from({ length: 28 }, () => 0), 60, 72],
    },
    sites: [
      { __typename: 'ProfileSite', name: 'shop.example', isApp: false, detections: 2, openDetections: 2 },
      { __typename: 'ProfileSite', name: 'com.example.bank', isApp: true, detections: 1, openDetections: 0 },
    ],
    timeline: [
      {
        __typename: 'ProfileEvent',
        kind: 'CLOSED',
        at: '2026-11-21T08:00:00Z',
        detections: 1,
        leakName: '',
        leakTitle: null,
        family: null,
        deviceId: null,
        by: 'Ada Example',
      },
      {
        __typename: 'ProfileEvent',
        kind: 'LEAKED',
        at: '2026-11-20T08:00:00Z',
        detections: 3,
        leakName: 'lantern-logs',
        leakTitle: 'Lantern Logs',
        family: 'vidar',
        deviceId: 'device-1',
        by: null,
      },
    ],
    ...change,
  },
});

function respond(answer: PersonProfileQuery) {
  const asked: unknown[] = [];
  const none: ProfileDetectionsQuery = { alerts: { __typename: 'AlertPage', total: 0, results: [] } };
  server.use(
    api.query('PersonProfile', () => dataResponse(answer)),
    api.query('ProfileDetections', ({ variables }) => {
      asked.push(variables);
      return dataResponse(none);
    }),
  );
  return asked;
}

it('shows how exposed a person is, where, and what happened', async () => {
  const asked = respond(person());
  openAt(ADDRESS);
  expect(await screen.findByRole('heading', { level: 1, name: 'jo@acme.example' })).toBeVisible();
  expect(screen.getByText('High')).toBeVisible();
  expect(screen.getByText('No such account')).toBeVisible();
  expect(screen.getByText('Reused password')).toBeVisible();
  expect(screen.getByText('of 3 detections')).toBeVisible();
  expect(screen.getByRole('img', { name: 'Exposure over 30 days: 0 at first, 72 now' })).toBeVisible();
  expect(screen.getByText('Same password leaked for several sites')).toBeVisible();
  expect(screen.getByText('com.example.bank')).toBeVisible();
  expect(screen.getByText('Alias')).toBeVisible();
  expect(screen.getByText('Ada Example closed 1 detection')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Taken by vidar malware from an infected device' })).toHaveAttribute(
    'href',
    '/dashboard/devices/device-1',
  );
  expect(screen.getByRole('link', { name: 'shop.example' })).toHaveAttribute(
    'href',
    '/dashboard/alerts?state=all&site=shop.example',
  );
  const leaked = screen.getByText(/^3 logins leaked in/);
  expect(within(leaked).getByRole('link', { name: 'Lantern Logs' })).toHaveAttribute(
    'href',
    '/dashboard/leaks/lantern-logs',
  );
  expect(screen.getByRole('link', { name: 'Vidar malware on OFFICE-PC-4' })).toHaveAttribute(
    'href',
    '/dashboard/incidents/incident-1',
  );
  expect(screen.getByText('Next: Change the passwords')).toBeVisible();
  expect(screen.getByText('1 of 2 done')).toBeVisible();
  expect(await screen.findByText('This person has no detections.')).toBeVisible();
  expect(asked).toContainEqual({ filter: { personEmail: 'jo@acme.example' }, page: 1, pageSize: 10 });
  expect(await axeViolations()).toEqual([]);
});

it('says that nothing exposes a person without detections', async () => {
  const exposure = { __typename: 'Exposure' as const, score: 0, level: 'INFO' as const, factors: [], trend: [0, 0] };
  respond(person({ exposure, addresses: [], sites: [], siteCount: 0, timeline: [], lastSeen: null, isLive: null }));
  openAt(ADDRESS);
  expect(await screen.findByText(/nothing exposes this person/)).toBeVisible();
  expect(screen.getByText('Not found in any leak.')).toBeVisible();
  expect(screen.getByText('Nothing has happened yet.')).toBeVisible();
  expect(screen.getByText('No site is known.')).toBeVisible();
});

it('says that a person is unknown, or offers to try again', async () => {
  server.use(api.query('PersonProfile', () => errorResponse('Internal error', 'INTERNAL')));
  const { user } = openAt(ADDRESS);
  const again = await screen.findByRole('button', { name: 'Try again' });
  respond({ incidents, person: null });
  await user.click(again);
  expect(await screen.findByText('Person not found')).toBeVisible();
});
