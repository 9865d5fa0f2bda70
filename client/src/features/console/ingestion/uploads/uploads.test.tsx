import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { dataResponse } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import type { ConsoleIngestionQuery, ConsoleOpenRunsQuery, ConsolePastRunsQuery } from '../ingestion.generated';
import { Speedometer } from './speed';
import { transfers } from './transfers';

const HOSTILE = '<img src=x onerror=alert(1)>.txt';
const UPLOADS = '*/api/v1/uploads';
const ID = '019ab0c4-0000-7000-8000-000000000001';

type Upload = ConsoleIngestionQuery['console']['uploads'][number];

const upload = (change: Partial<Upload> = {}): Upload => ({
  __typename: 'ConsoleUpload',
  id: ID,
  name: HOSTILE,
  size: 10,
  received: 10,
  isComplete: true,
  operator: 'orla@operators.example',
  host: 'host-1',
  touchedAt: '2026-11-20T09:30:00Z',
  expiresAt: '2026-11-27T09:30:00Z',
  ...change,
});

const found = (uploads: Upload[]): ConsoleIngestionQuery => ({
  console: {
    __typename: 'OperatorConsole',
    uploads,
    ingestSettings: {
      __typename: 'ConsoleIngestSettings',
      formats: ['csv', 'json'],
      columnRoles: ['email', 'password'],
      parallelRuns: 2,
      watchedFolder: null,
      bucketPrefix: null,
      largestUpload: 100,
    },
  },
});

const noRuns: ConsolePastRunsQuery & ConsoleOpenRunsQuery = {
  console: {
    __typename: 'OperatorConsole',
    ingestRuns: { __typename: 'ConsoleIngestRunPage', hasMore: false, cursor: null, results: [] },
  },
};

/** The server's side of an upload: what has arrived, and whose requests. */
class TusServer {
  received = '';
  readonly tokens: (string | null)[] = [];
  /** Answers the next PATCH instead. */
  fault: (() => Response | Promise<Response>) | undefined;
  #size = 0;

  constructor(received = '', size = 0) {
    this.received = received;
    this.#size = size;
    const state = () => ({ 'Tus-Resumable': '1.0.0', 'Upload-Offset': String(this.received.length) });
    server.use(
      http.post(UPLOADS, ({ request }) => {
        this.#size = Number(request.headers.get('Upload-Length'));
        return new HttpResponse(null, { status: 201, headers: { ...state(), Location: `/api/v1/uploads/${ID}` } });
      }),
      http.head(
        `${UPLOADS}/${ID}`,
        () => new HttpResponse(null, { headers: { ...state(), 'Upload-Length': String(this.#size) } }),
      ),
      http.patch(`${UPLOADS}/${ID}`, async ({ request }) => {
        this.tokens.push(request.headers.get('Authorization'));
        const { fault } = this;
        this.fault = undefined;
        if (fault) return fault();
        if (Number(request.headers.get('Upload-Offset')) !== this.received.length)
          return new HttpResponse(null, { status: 409 });
        this.received += await request.text();
        return new HttpResponse(null, { status: 204, headers: state() });
      }),
      api.query('ConsoleIngestion', () => dataResponse(found(this.#listed()))),
    );
  }

  #listed(): Upload[] {
    if (this.#size === 0) return [];
    const received = this.received.length;
    return [upload({ size: this.#size, received, isComplete: received === this.#size })];
  }
}

beforeEach(() => {
  server.use(
    api.query('ConsoleOpenRuns', () => dataResponse(noRuns)),
    api.query('ConsolePastRuns', () => dataResponse(noRuns)),
  );
});

afterEach(async () => {
  await Promise.all(transfers.rows().map(({ key }) => transfers.remove(key)));
});

const file = (text = '0123456789', name = HOSTILE) => new File([text], name, { type: 'text/plain' });
/** Whether a page may be left without a question. */
const leaving = () => dispatchEvent(new Event('beforeunload', { cancelable: true }));
const chooser = async () => screen.findByLabelText<HTMLInputElement>('Choose files', { selector: 'input' });

describe('uploads', () => {
  it('are sent with a token, and are ready to be ingested then', async () => {
    const tus = new TusServer();
    const { user } = openAt('/console/ingestion');
    expect(await screen.findByText('No uploads.')).toBeVisible();
    await user.upload(await chooser(), file());
    const link = await screen.findByRole('link', { name: 'Preview and ingest' });
    expect(link).toHaveAttribute('href', `/console/ingestion/uploads/${ID}`);
    expect(tus.received).toBe('0123456789');
    expect(tus.tokens.every((token) => /^Bearer .+/.test(token ?? ''))).toBe(true);
    // Markup in a name is text.
    expect(screen.getByText(HOSTILE)).toBeVisible();
    expect(document.querySelector('img[src="x"]')).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });

  it('say in plain words why they stopped, and go on when retried', async () => {
    const tus = new TusServer();
    tus.fault = () => new HttpResponse(null, { status: 507 });
    const { user } = openAt('/console/ingestion');
    await user.upload(await chooser(), file());
    expect(await screen.findByText("The disk of the server is full or can't be written.")).toBeVisible();
    await user.click(screen.getByRole('button', { name: /Retry upload of/ }));
    expect(await screen.findByRole('link', { name: 'Preview and ingest' })).toBeVisible();
    expect(tus.received).toBe('0123456789');
  });

  it('go on after a lost connection', async () => {
    const tus = new TusServer();
    tus.fault = () => HttpResponse.error();
    const { user } = openAt('/console/ingestion');
    await user.upload(await chooser(), file());
    expect(await screen.findByRole('link', { name: 'Preview and ingest' }, { timeout: 3000 })).toBeVisible();
    expect(tus.tokens).toHaveLength(2);
  });

  it('pause, resume, and warn before leaving', async () => {
    const tus = new TusServer();
    let release: (() => void) | undefined;
    tus.fault = () => new Promise<Response>((resolve) => (release = () => resolve(HttpResponse.error())));
    const { user } = openAt('/console/ingestion');
    await user.upload(await chooser(), file());
    await waitFor(() => expect(release).toBeDefined());
    expect(leaving()).toBe(false);
    await user.click(screen.getByRole('button', { name: /Pause upload of/ }));
    expect(await screen.findByText('Paused')).toBeVisible();
    expect(leaving()).toBe(true);
    release?.();
    await user.click(screen.getByRole('button', { name: /Resume upload of/ }));
    expect(await screen.findByRole('link', { name: 'Preview and ingest' })).toBeVisible();
    expect(tus.received).toBe('0123456789');
  });

  it('that a reload interrupted continue with the same file only', async () => {
    const tus = new TusServer('0123', 10);
    const { user } = openAt('/console/ingestion');
    expect(await screen.findByText('Interrupted')).toBeVisible();
    const again = screen.getByLabelText<HTMLInputElement>(`Choose file: ${HOSTILE}`, { selector: 'input' });
    await user.upload(again, file('another', 'another.txt'));
    expect(await screen.findByText(/That's another file/)).toBeVisible();
    await user.upload(await chooser(), file());
    expect(await screen.findByRole('link', { name: 'Preview and ingest' })).toBeVisible();
    expect(tus.received).toBe('0123456789');
  });

  it('are deleted after a question', async () => {
    const tus = new TusServer('0123456789', 10);
    const deleted: unknown[] = [];
    server.use(
      api.mutation('ConsoleDeleteUpload', ({ variables }) => {
        deleted.push(variables['id']);
        return dataResponse({ result: { __typename: 'MessageSuccess', message: 'The upload is deleted.' } });
      }),
    );
    const { user } = openAt('/console/ingestion');
    await user.click(await screen.findByRole('button', { name: /Delete upload of/ }));
    server.use(api.query('ConsoleIngestion', () => dataResponse(found([]))));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete upload' }));
    expect(await screen.findByText('No uploads.')).toBeVisible();
    expect(deleted).toEqual([ID]);
    expect(tus.received).toBe('0123456789');
  });

  it('are refused here if they are empty or too large', async () => {
    const tus = new TusServer();
    const { user } = openAt('/console/ingestion');
    await screen.findByText('No uploads.');
    await user.upload(await chooser(), [file('', 'empty.txt'), file('x'.repeat(101), 'large.txt')]);
    expect(await screen.findByText('empty.txt is empty.')).toBeVisible();
    expect(await screen.findByText('large.txt is too large.')).toBeVisible();
    expect(tus.tokens).toEqual([]);
  });
});

describe('the speed of an upload', () => {
  it('is that of the last seconds', () => {
    const speed = new Speedometer();
    speed.note(0, 0);
    expect(speed.get()).toBeNull();
    for (let second = 1; second <= 20; second += 1) speed.note(second * (second > 10 ? 1000 : 1), second * 1000);
    expect(speed.get()).toBe(1000);
    // A request that broke off is sent again from where the server has it.
    speed.note(500, 21_000);
    expect(speed.get()).toBeNull();
  });
});
