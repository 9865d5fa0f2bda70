import { screen, waitFor, within } from '@testing-library/react';
import { dataResponse, errorResponse } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import { formatBytes, formatTimeLeft, percentOf } from './figures';
import type {
  ConsoleIngestionQuery,
  ConsoleOpenRunsQuery,
  ConsolePastRunsQuery,
  IngestRunFragment,
} from './ingestion.generated';
import { suggestedName } from './preparation/ingest-form';
import type { ConsoleIngestPreviewQuery, IngestPreviewFragment } from './preparation.generated';

const HOSTILE = '<img src=x onerror=alert(1)>';
const AT = '2026-11-20T09:30:00Z';
const PASSWORD = 'invented-archive-password';

const run = (change: Partial<IngestRunFragment> = {}): IngestRunFragment => ({
  __typename: 'ConsoleIngestRun',
  id: 'run-1',
  name: HOSTILE,
  source: 'UPLOAD',
  leak: 'lantern-logs',
  state: 'RUNNING',
  requested: null,
  operator: 'orla@operators.example',
  host: 'host-1',
  createdAt: AT,
  startedAt: AT,
  endedAt: null,
  bytes: 2048,
  bytesRead: 1024,
  linesPerSecond: 1200,
  secondsLeft: 90,
  lines: 100,
  records: 90,
  skipped: 4,
  rejected: 6,
  detections: 2,
  sightings: 1,
  rejections: [{ __typename: 'ConsoleReasonCount', reason: 'no-separator', count: 6 }],
  skips: [],
  reason: null,
  message: null,
  fileId: null,
  ...change,
});

const open = (...results: IngestRunFragment[]): ConsoleOpenRunsQuery => ({
  console: {
    __typename: 'OperatorConsole',
    ingestRuns: { __typename: 'ConsoleIngestRunPage', hasMore: false, results },
  },
});

const past = (...results: IngestRunFragment[]): ConsolePastRunsQuery => ({
  console: {
    __typename: 'OperatorConsole',
    ingestRuns: { __typename: 'ConsoleIngestRunPage', hasMore: false, cursor: null, results },
  },
});

const found = (settings: Partial<ConsoleIngestionQuery['console']['ingestSettings']> = {}): ConsoleIngestionQuery => ({
  console: {
    __typename: 'OperatorConsole',
    uploads: [
      {
        __typename: 'ConsoleUpload',
        id: 'upload-1',
        name: `${HOSTILE}.csv`,
        size: 2048,
        received: 2048,
        isComplete: true,
        operator: 'orla@operators.example',
        host: 'host-1',
        touchedAt: AT,
        expiresAt: AT,
      },
    ],
    ingestSettings: {
      __typename: 'ConsoleIngestSettings',
      formats: ['csv', 'json'],
      columnRoles: ['email', 'password'],
      parallelRuns: 2,
      watchedFolder: null,
      bucketPrefix: null,
      largestUpload: 1e12,
      ...settings,
    },
  },
});

function answer(opened: ConsoleOpenRunsQuery, ended: ConsolePastRunsQuery, settings = found()) {
  server.use(
    api.query('ConsoleIngestion', () => dataResponse(settings)),
    api.query('ConsoleOpenRuns', () => dataResponse(opened)),
    api.query('ConsolePastRuns', () => dataResponse(ended)),
  );
}

/** Keeps the variables of a mutation about a run, and answers that it is done. */
function answerMutation(name: string) {
  const asked: Record<string, unknown>[] = [];
  server.use(
    api.mutation(name, ({ variables }) => {
      asked.push(variables);
      return dataResponse({ result: { __typename: 'MessageSuccess', message: 'Done.' } });
    }),
  );
  return asked;
}

describe('ingestions', () => {
  it('show their progress, and their outcome in the history once they have ended', async () => {
    answer(open(run()), past());
    const { user } = openAt('/console/ingestion');
    const bar = await screen.findByRole('progressbar', { name: `Ingestion of ${HOSTILE}` });
    expect(bar).toHaveAttribute('aria-valuenow', '50');
    expect(screen.getByText('1,200 lines/s')).toBeVisible();
    expect(screen.getByText('2 min left')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    answer(open(), past(run({ state: 'DONE', endedAt: AT, fileId: 'file-1' })));
    const history = screen.getByRole('table', { name: 'History' });
    const row = await within(history).findByRole('row', { name: /Ingested/ }, { timeout: 3000 });
    expect(screen.getByText('Nothing is being ingested.')).toBeVisible();
    await user.click(within(row).getByRole('button'));
    const drawer = await screen.findByRole('dialog');
    expect(within(drawer).getByRole('table', { name: 'Rejected lines by reason' })).toHaveTextContent('no-separator');
    expect(within(drawer).getByRole('link', { name: 'Open in quarantine' })).toHaveAttribute(
      'href',
      '/console/quarantine/file-1',
    );
    expect(document.querySelector('img[src="x"]')).toBeNull();
  });

  it('are paused, and cancelled after a question that says what stays', async () => {
    answer(open(run()), past());
    const paused = answerMutation('ConsolePauseRun');
    const cancelled = answerMutation('ConsoleCancelRun');
    const { user } = openAt('/console/ingestion');
    const button = await screen.findByRole('button', { name: `Pause: ${HOSTILE}` });
    answer(open(run({ requested: 'PAUSE' })), past());
    await user.click(button);
    expect(await screen.findByText('Pausing')).toBeVisible();
    await user.click(screen.getByRole('button', { name: `Cancel ingestion: ${HOSTILE}` }));
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveTextContent('Records and detections so far stay.');
    await user.click(within(question).getByRole('button', { name: 'Cancel ingestion' }));
    await waitFor(() => expect(cancelled).toEqual([{ id: 'run-1' }]));
    expect(paused).toEqual([{ id: 'run-1' }]);
  });

  it('that parse poorly wait for a decision', async () => {
    answer(open(run({ state: 'HELD', message: `97% of the lines of ${HOSTILE} gave no record.` })), past());
    const retried = answerMutation('ConsoleRetryRun');
    const { user } = openAt('/console/ingestion');
    expect(await screen.findByText(`97% of the lines of ${HOSTILE} gave no record.`)).toBeVisible();
    expect(document.querySelector('img[src="x"]')).toBeNull();
    await user.click(screen.getByRole('button', { name: `Ingest anyway: ${HOSTILE}` }));
    await waitFor(() => expect(retried).toEqual([{ id: 'run-1', accept: true }]));
    await user.click(screen.getByRole('button', { name: `Retry: ${HOSTILE}` }));
    const dialog = await screen.findByRole('dialog');
    await user.selectOptions(within(dialog).getByLabelText('Format'), 'csv');
    await user.click(within(dialog).getByRole('button', { name: 'Map a column' }));
    await user.selectOptions(within(dialog).getByLabelText('Content of column 1'), 'email');
    await user.type(within(dialog).getByLabelText('Number or key of column 1'), '3');
    await user.click(within(dialog).getByRole('button', { name: 'Retry' }));
    await waitFor(() =>
      expect(retried.at(1)).toEqual({ id: 'run-1', reading: { format: 'csv', columns: ['email=3'] } }),
    );
  });

  it('come from a watched folder and a bucket', async () => {
    answer(open(), past(), found({ watchedFolder: '/srv/incoming', bucketPrefix: 's3://leaks/incoming' }));
    openAt('/console/ingestion');
    expect(await screen.findByText('/srv/incoming')).toBeVisible();
    expect(screen.getByText(/ingested where it is/)).toBeVisible();
    expect(screen.getByText('s3://leaks/incoming')).toBeVisible();
    expect(screen.getByText(/Each object below it/)).toBeVisible();
  });

  it('tell how to set up a folder or a bucket', async () => {
    answer(open(), past());
    openAt('/console/ingestion');
    expect(await screen.findByText('BREACHLIGHT_WATCHED_FOLDER')).toBeVisible();
    expect(screen.getByText('BREACHLIGHT_WATCHED_BUCKET')).toBeVisible();
    expect(screen.getAllByText(/^Not configured/)).toHaveLength(2);
  });

  it('say that a file is being checked until its lines are read', async () => {
    answer(open(run({ bytesRead: 0, lines: 0, linesPerSecond: null, secondsLeft: null })), past());
    openAt('/console/ingestion');
    expect(await screen.findByText('Checking whether the file is new')).toBeVisible();
  });

  it('can be asked for again after a failure', async () => {
    server.use(
      ...['ConsoleIngestion', 'ConsoleOpenRuns', 'ConsolePastRuns'].map((name) =>
        api.query(name, () => errorResponse('Away.', 'INTERNAL')),
      ),
    );
    openAt('/console/ingestion');
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(3));
    expect(screen.getByText(/^Text, tables, SQL, JSON and archives\. /)).toBeVisible();
  });
});

const preview = (change: Partial<IngestPreviewFragment> = {}): ConsoleIngestPreviewQuery => ({
  console: {
    __typename: 'OperatorConsole',
    ingestPreview: {
      __typename: 'ConsolePreview',
      id: 'preview-1',
      isReady: true,
      failure: null,
      outcome: 'INGESTED',
      message: null,
      format: 'table',
      encoding: 'utf-8',
      bytes: 2048,
      dialect: [],
      columns: [{ __typename: 'ConsolePreviewValue', name: 'password', value: '98%' }],
      sampledShare: 0.5,
      lines: 100,
      records: 90,
      skipped: 4,
      rejected: 6,
      rejections: [],
      flags: [],
      linesPerSecond: 1200,
      seconds: 3,
      sampleRecords: [[{ __typename: 'ConsolePreviewValue', name: 'username', value: HOSTILE }]],
      rejectedLines: ['aaa;99'],
      members: [],
      refusedMembers: [],
      ...change,
    },
  },
});

/** Answer that the input is invalid. */
const problem = (...errors: [field: string, message: string][]) => ({
  result: {
    __typename: 'ValidationProblem',
    message: 'Invalid.',
    code: 'VALIDATION',
    fieldErrors: errors.map(([field, message]) => ({ __typename: 'FieldError', field, messages: [message] })),
  },
});

describe('an upload', () => {
  const pending = preview({ isReady: false, outcome: null });

  it('is previewed with a password, and ingested as it was previewed', async () => {
    const previewed: Record<string, unknown>[] = [];
    const ingested: Record<string, unknown>[] = [];
    answer(open(), past());
    server.use(
      api.query('ConsoleLeakNames', () =>
        dataResponse({
          leaks: {
            __typename: 'LeakPage',
            results: [{ __typename: 'Leak', name: 'lantern-logs', title: 'Lantern Logs' }],
          },
        }),
      ),
      api.query('ConsoleIngestPreview', () => dataResponse(pending), { once: true }),
      api.query('ConsoleIngestPreview', () => dataResponse(preview())),
      api.mutation('ConsolePreviewUpload', ({ variables }) => {
        previewed.push(variables);
        return dataResponse({
          result: { __typename: 'PreviewUploadSuccess', preview: pending.console.ingestPreview },
        });
      }),
      api.mutation('ConsoleIngestUpload', ({ variables }) => {
        ingested.push(variables);
        return dataResponse({ result: { __typename: 'IngestUploadSuccess', run: run({ state: 'WAITING' }) } });
      }),
    );
    const { user, address } = openAt('/console/ingestion/uploads/upload-1');
    await user.type(await screen.findByLabelText('Archive password'), PASSWORD);
    await user.click(screen.getByRole('button', { name: 'Preview' }));

    expect(await screen.findByText('Ready to be ingested', {}, { timeout: 3000 })).toBeVisible();
    expect(screen.getByRole('table', { name: 'Sample records' })).toHaveTextContent(HOSTILE);
    expect(address()).toBe('/console/ingestion/uploads/upload-1?preview=preview-1');
    expect(await axeViolations()).toEqual([]);
    const leak = screen.getByLabelText(/^Leak/);
    expect(leak).toHaveValue(HOSTILE);
    await user.clear(leak);
    await user.type(leak, 'lantern-logs');
    expect(screen.getByText(/Adds to the existing leak “Lantern Logs”/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Ingest' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Ingestion' })).toBeVisible();
    const reading = { archivePassword: PASSWORD };
    expect(previewed).toEqual([{ id: 'upload-1', reading }]);
    expect(ingested).toEqual([{ id: 'upload-1', input: { leak: 'lantern-logs', accept: false, reading } }]);
  });

  it('shows what is wrong next to the fields', async () => {
    answer(open(), past());
    server.use(
      api.query('ConsoleLeakNames', () => dataResponse({ leaks: { __typename: 'LeakPage', results: [] } })),
      api.mutation('ConsolePreviewUpload', () => dataResponse(problem(['columns', 'Write columns as email=3.']))),
      api.mutation('ConsoleIngestUpload', () => dataResponse(problem(['name', 'Too long.'], ['domain', 'No domain.']))),
    );
    const { user } = openAt('/console/ingestion/uploads/upload-1');
    await user.click(await screen.findByRole('button', { name: 'Preview' }));
    expect(await screen.findByText('Write columns as email=3.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Ingest' }));
    await waitFor(() => expect(screen.getByLabelText(/^Leak/)).toHaveAccessibleDescription(/Too long/));
    expect(screen.getByLabelText('Breached site')).toHaveAccessibleDescription(/No domain/);
  });

  it('that is gone leads back', async () => {
    answer(open(), past());
    openAt('/console/ingestion/uploads/another');
    expect(await screen.findByRole('heading', { name: 'No such upload' })).toBeVisible();
  });
});

it.each([
  ['stealer.logs.tar.gz', 'stealer.logs'],
  ['users.csv', 'users'],
  ['.hidden', '.hidden'],
  ['combo', 'combo'],
])('suggests a name for the leak in %s', (file, name) => expect(suggestedName(file)).toBe(name));

it('formats figures', () => {
  expect(formatBytes(999, 'en').replaceAll(/[\u2066\u2069]/g, '')).toBe('999\u00A0B');
  expect(formatBytes(1.5 * 2 ** 30, 'en').replaceAll(/[\u2066\u2069]/g, '')).toBe('1.5\u00A0GiB');
  expect(formatTimeLeft(3, 'en')).toBe('5 sec');
  expect(formatTimeLeft(5400, 'en')).toBe('1.5 hr');
  // Not done until all is done.
  expect([percentOf(0, 0), percentOf(999, 1000), percentOf(1000, 1000)]).toEqual([0, 99, 100]);
});
