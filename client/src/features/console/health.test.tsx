import { screen, waitFor, within } from '@testing-library/react';
import { dataResponse, errorResponse } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import type { ConsoleHealthQuery } from './health.generated';

type Health = ConsoleHealthQuery['console']['health'];

const AT = '2026-11-20T09:30:00Z';

const growth = { bytesPerDay: null, daysUntilFull: null };

const health = (change: Partial<Health> = {}): ConsoleHealthQuery => ({
  console: {
    __typename: 'OperatorConsole',
    health: {
      __typename: 'ConsoleHealth',
      version: '0.1.0',
      processes: ['breachlight 0.1.0 worker host-1 192.0.2.7'],
      backupAt: null,
      backupVerification: null,
      missingRecords: [],
      jobs: [
        {
          __typename: 'ConsoleJobs',
          name: 'accounts.erase',
          waiting: 12,
          later: 0,
          running: 1,
          failed: 1,
          waitingSince: AT,
        },
      ],
      failedJobs: [
        {
          __typename: 'ConsoleFailedJob',
          id: '7',
          name: 'accounts.erase',
          createdAt: AT,
          failedAt: AT,
          attempts: 8,
          error: null,
        },
      ],
      mails: [
        {
          __typename: 'ConsoleMails',
          kind: 'magic_link',
          waiting: 3,
          failed: 1,
          sent: 40,
          waitingSince: AT,
          lastFailure: '550 <img src=x onerror=alert(1)>',
        },
      ],
      stores: [{ __typename: 'ConsoleStore', name: 'lake', bytes: 3e9, measuredAt: AT, bytesPerDay: 25e6 }],
      disks: [{ __typename: 'ConsoleDisk', path: '/var/lib/breachlight', totalBytes: 16e9, freeBytes: 8e9, ...growth }],
      limits: [{ __typename: 'ConsoleLimit', name: 'login', callers: 4, mostHits: 9, since: AT }],
      ...change,
    },
  },
});

const answer = (found: ConsoleHealthQuery) => server.use(api.query('ConsoleHealth', () => dataResponse(found)));

describe('the health of the installation', () => {
  it('shows figures, and calls unknown what is not known', async () => {
    answer(health());
    openAt('/console/health');
    const storage = await screen.findByRole('table', { name: 'Storage' });
    expect(within(storage).getByRole('row', { name: /Lake/ })).toHaveTextContent('3 GB+25 MB');
    expect(within(storage).getByRole('row', { name: /Database/ })).toHaveTextContent('Unknown');
    const disk = within(screen.getByRole('table', { name: 'Disks' })).getByRole('row', { name: /breachlight/ });
    expect(disk).toHaveTextContent('8 GB of 16 GB freeUnknownUnknown');
    expect(screen.getByRole('row', { name: /Last backup/ })).toHaveTextContent('Unknown');
    expect(screen.getByRole('row', { name: /magic_link/ })).toHaveTextContent('550 <img src=x');
    expect(document.querySelector('img[src="x"]')).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });

  it('says how long disks last, which backup was verified and which domains lack their record', async () => {
    const disk = { __typename: 'ConsoleDisk', totalBytes: 16e9, freeBytes: 8e9 } as const;
    answer(
      health({
        disks: [
          { ...disk, path: '/data', bytesPerDay: 100e6, daysUntilFull: 80 },
          { ...disk, path: '/lake', bytesPerDay: 0, daysUntilFull: null },
        ],
        backupVerification: {
          __typename: 'ConsoleBackupVerification',
          backupAt: AT,
          verifiedAt: AT,
          isIntact: false,
        },
        missingRecords: [
          {
            __typename: 'ConsoleMissingRecord',
            domain: 'acme.example',
            accountId: 'a1',
            accountName: null,
            missingSince: AT,
            revokedAt: AT,
          },
        ],
      }),
    );
    openAt('/console/health');
    const disks = within(await screen.findByRole('table', { name: 'Disks' }));
    expect(disks.getByRole('row', { name: /data/ })).toHaveTextContent('+100 MB80 days');
    expect(disks.getByRole('row', { name: /lake/ })).toHaveTextContent('0 kBNot within ten years');
    expect(screen.getByRole('row', { name: /Backup verified/ })).toHaveTextContent('Damaged');
    const records = screen.getByRole('table', { name: 'Domains without their record' });
    expect(within(records).getByRole('link', { name: 'a1' })).toHaveAttribute('href', '/console/accounts/a1');
    expect(await axeViolations()).toEqual([]);
  });

  it('retries a failed job and looks again', async () => {
    answer(health());
    const retried: unknown[] = [];
    server.use(
      api.mutation('ConsoleRetryJob', ({ variables }) => {
        retried.push(variables['id']);
        return dataResponse({ result: { __typename: 'MessageSuccess', message: 'The job runs again.' } });
      }),
    );
    const { user } = openAt('/console/health');
    const button = await screen.findByRole('button', { name: 'Retry accounts.erase' });
    answer(health({ failedJobs: [] }));
    await user.click(button);
    expect(await screen.findByText('The job runs again.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Failed jobs')).not.toBeInTheDocument());
    expect(retried).toEqual(['7']);
  });

  it('makes the checks on demand', async () => {
    answer(health({ jobs: [], mails: [], limits: [], failedJobs: [] }));
    const checks = [
      { __typename: 'ConsoleCheck', name: 'dns', level: 'WARNING', text: 'No resolver answers.', remedy: 'Set one.' },
    ];
    server.use(
      api.mutation('ConsoleRunChecks', () =>
        dataResponse({ consoleRunChecks: { __typename: 'RunChecksSuccess', checks } }),
      ),
    );
    const { user } = openAt('/console/health');
    await user.click(await screen.findByRole('button', { name: 'Run checks' }));
    expect(await screen.findByText('Set one.')).toBeVisible();
    expect(screen.getByText('Warning')).toBeVisible();
    expect(screen.getByText('No jobs are waiting.')).toBeVisible();
  });

  it('offers another try after a failure', async () => {
    server.use(api.query('ConsoleHealth', () => errorResponse('Away.', 'INTERNAL')));
    openAt('/console/health');
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
