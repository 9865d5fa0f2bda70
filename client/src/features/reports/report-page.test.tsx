import { screen, within } from '@testing-library/react';
import { dataResponse, errorResponse } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import type { ReportQuery, ReportsQuery } from './reports.generated';
import { axisTop } from './trend-chart';

const counts = (high: number) => ({
  __typename: 'SeverityCounts' as const,
  info: 0,
  low: 1,
  medium: 0,
  high,
  critical: 2,
});
const breakdown = (high: number) => ({
  __typename: 'Breakdown' as const,
  total: high + 3,
  bySeverity: counts(high),
  byKind: { __typename: 'KindCounts' as const, workforce: high, portals: 3 },
});

const report = (change: Partial<NonNullable<ReportQuery['report']>> = {}): ReportQuery => ({
  report: {
    __typename: 'Report',
    month: '2026-10',
    isRunning: false,
    createdAt: '2026-11-20T08:00:00Z',
    isIndividual: false,
    organization: 'Acme Instruments',
    previousMonth: '2026-09',
    nextMonth: '2026-11',
    new: breakdown(7),
    closed: breakdown(1),
    reopened: 1,
    openBefore: 20,
    open: breakdown(24),
    trend: Array.from({ length: 12 }, (_, index) => ({
      __typename: 'TrendMonth' as const,
      month: `2026-${String(index + 1).padStart(2, '0')}`,
      newDetections: index,
      newBySeverity: counts(index),
      closedDetections: 0,
      openDetections: index * 2,
    })),
    medianSeconds: 3 * 86_400,
    ninetiethSeconds: 9 * 86_400,
    incidentsOpened: 5,
    incidentsReopened: 0,
    incidentsClosed: 4,
    resolutions: [{ __typename: 'ResolutionCount', resolution: 'password_reset', incidents: 3 }],
    steps: [],
    peopleTotal: 31,
    people: [{ __typename: 'RankedPerson', id: 'p1', email: 'jo@acme.example', detections: 4, stillOpen: 2 }],
    sitesTotal: 1,
    sites: [{ __typename: 'RankedSite', site: 'shop.example', detections: 4, stillOpen: 2 }],
    leaksTotal: 1,
    leaks: [
      {
        __typename: 'RankedLeak',
        name: 'combo',
        title: 'Invented Combo',
        kind: 'COMBOLIST',
        breachDate: null,
        records: 1000,
        detections: 25,
        stillOpen: 2,
      },
    ],
    isExact: true,
    ...change,
  },
});

const answer = (data: ReportQuery) => server.use(api.query('Report', () => dataResponse(data)));

describe('the report of a month', () => {
  it('shows its figures, with a table for each chart', async () => {
    answer(report());
    openAt('/dashboard/reports/2026-10');
    expect(await screen.findByRole('heading', { level: 1, name: 'October 2026' })).toBeVisible();
    const trend = screen.getByRole('table', { name: 'Twelve months' });
    expect(within(trend).getByRole('row', { name: /December 2026/ })).toHaveTextContent('11022');
    expect(screen.getByRole('table', { name: 'Severity' })).toHaveTextContent('High');
    expect(screen.getByRole('heading', { name: 'Most exposed people (1 of 31)' })).toBeVisible();
    expect(screen.getByRole('row', { name: /Invented Combo/ })).toHaveTextContent('2.5%');
    expect(screen.getByText('No step was completed.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'September 2026' })).toHaveAttribute('href', '/dashboard/reports/2026-09');
    expect(screen.getByRole('link', { name: 'November 2026' })).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('names addresses instead of people to individuals, and says what is not exact', async () => {
    answer(report({ isIndividual: true, isRunning: true, isExact: false, organization: '', nextMonth: null }));
    openAt('/dashboard/reports/2026-10');
    expect(await screen.findByRole('heading', { level: 1, name: 'October 2026 so far' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Your addresses (1 of 31)' })).toBeVisible();
    expect(screen.getByText(/more detections than a report reads/)).toBeVisible();
    expect(screen.queryByText('Most exposed people')).not.toBeInTheDocument();
  });

  it('prints in the light theme', async () => {
    answer(report());
    openAt('/dashboard/reports/2026-10');
    await screen.findByRole('heading', { level: 1, name: 'October 2026' });
    document.documentElement.classList.add('dark');
    window.dispatchEvent(new Event('beforeprint'));
    expect(document.documentElement).not.toHaveClass('dark');
    window.dispatchEvent(new Event('afterprint'));
    expect(document.documentElement).toHaveClass('dark');
    document.documentElement.classList.remove('dark');
  });

  it('explains a month without a report', async () => {
    answer({ report: null });
    openAt('/dashboard/reports/2020-01');
    expect(await screen.findByRole('heading', { name: 'No report for this month' })).toBeVisible();
  });

  it('offers another try after a failure', async () => {
    server.use(api.query('Report', () => errorResponse('Away.', 'SERVICE_UNAVAILABLE')));
    openAt('/dashboard/reports/2020-02');
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('the list of reports', () => {
  const months: ReportsQuery = {
    reports: [
      {
        __typename: 'ReportMonth',
        month: '2026-11',
        isRunning: true,
        newDetections: 5,
        closedDetections: 1,
        openDetections: 12,
      },
    ],
  };

  it('links each month', async () => {
    server.use(api.query('Reports', () => dataResponse(months)));
    openAt('/dashboard/reports');
    expect(await screen.findByRole('link', { name: 'November 2026 so far' })).toHaveAttribute(
      'href',
      '/dashboard/reports/2026-11',
    );
    expect(await axeViolations()).toEqual([]);
  });

  it('says when there are none', async () => {
    server.use(api.query('Reports', () => dataResponse({ reports: [] })));
    openAt('/dashboard/reports');
    expect(await screen.findByRole('heading', { name: 'No reports yet' })).toBeVisible();
  });
});

it.each([
  [1, 4],
  [13, 20],
  [29, 40],
  [437, 800],
])('rounds an axis up from %s to %s', (most, top) => {
  expect(axisTop(most)).toBe(top);
});
