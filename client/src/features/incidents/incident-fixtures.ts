import { dataResponse } from '@/testing/fixtures';
import { api, server } from '@/testing/server';
import type { IncidentCountsQuery, IncidentListQuery, IncidentQuery } from './incidents.generated';

export type Row = IncidentListQuery['incidents']['results'][number];

export const row = (number: number, change: Partial<Row> = {}): Row => ({
  __typename: 'Incident',
  id: `incident-${number}`,
  kind: 'DEVICE',
  state: 'OPEN',
  title: `Vidar malware on OFFICE-PC-${number}`,
  summary: 'It stole a password.',
  severity: { __typename: 'Severity', score: 90, level: 'CRITICAL' },
  leak: null,
  openDetections: 3,
  detections: 4,
  people: { __typename: 'IncidentPeople', total: 2 },
  sites: { __typename: 'IncidentSites', total: 5 },
  playbook: { __typename: 'Playbook', done: 1, total: 6 },
  trend: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 1],
  lastDetectedAt: '2026-03-01T12:00:00Z',
  assignee: null,
  resolution: null,
  acceptedUntil: null,
  ...change,
});

export const inbox = (results: Row[], change: Partial<IncidentListQuery['incidents']> = {}): IncidentListQuery => ({
  incidents: {
    __typename: 'IncidentPage',
    results,
    total: results.length,
    totalIsExact: true,
    ...change,
  },
});

export const counts = (change: Partial<IncidentCountsQuery['incidentCounts']> = {}): IncidentCountsQuery => ({
  incidentCounts: { __typename: 'IncidentCounts', new: 26, mine: 2, waiting: 1, closed: 0, ...change },
});

export const incident = (change: Partial<NonNullable<IncidentQuery['incident']>> = {}): IncidentQuery => ({
  incident: {
    ...row(1),
    alertKind: null,
    severity: {
      __typename: 'Severity',
      score: 90,
      level: 'CRITICAL',
      factors: [
        { __typename: 'SeverityFactor', name: 'stealer_log', points: 35 },
        { __typename: 'SeverityFactor', name: 'of_a_newer_server', points: 5 },
      ],
    },
    device: {
      __typename: 'Machine',
      family: 'Vidar',
      computer: 'OFFICE-PC-1',
      userName: null,
      ip: '192.0.2.7',
      country: 'GB',
      operatingSystem: 'Windows 11',
      infectedAt: '2026-02-01T00:00:00Z',
    },
    people: {
      __typename: 'IncidentPeople',
      total: 7,
      first: [{ __typename: 'IncidentPerson', id: 'person-1', email: 'carlos@acme.example' }],
    },
    sites: { __typename: 'IncidentSites', total: 1, first: ['travel.example'] },
    playbook: null,
    firstDetectedAt: '2026-02-28T12:00:00Z',
    closedAt: null,
    ...change,
  },
});

const MEMBERS = [
  { __typename: 'Member' as const, id: 'member-1', firstName: 'Ada', lastName: 'Ray', email: 'ada@acme.example' },
];

/** Serves these incidents and records the queries. */
export function serverWith(list = inbox([row(1), row(2)])) {
  const asked: Record<string, unknown>[] = [];
  server.use(
    api.query('IncidentList', ({ variables }) => {
      asked.push(variables);
      return dataResponse(list);
    }),
    api.query('IncidentCounts', () => dataResponse(counts())),
    api.query('IncidentMembers', () => dataResponse({ members: MEMBERS })),
    api.query('Incident', () => dataResponse(incident())),
    api.query('IncidentDetections', () => dataResponse({ alerts: { __typename: 'AlertPage', results: [], total: 0 } })),
  );
  return asked;
}
