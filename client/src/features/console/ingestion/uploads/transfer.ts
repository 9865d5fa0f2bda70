import { DetailedError, Upload } from 'tus-js-client';
import { connection } from '@/lib/graphql/client';
import { isConnectionFailure } from '@/lib/graphql/errors';
import { withLanguage } from '@/lib/graphql/fetch';

const ENDPOINT = '/api/v1/uploads';
/** The server ends a request after two minutes; what has come by then counts. */
const CHUNK_BYTES = 8 * 2 ** 20;
/** About five minutes; begins again with each byte that arrives. */
const RETRY_MILLISECONDS = [500, 1000, 2000, 4000, 8000, 15_000, ...Array.from({ length: 9 }, () => 30_000)];

/** Why an upload stopped, or waits for its next try. */
export type TransferProblem =
  'sessionEnded' | 'forbidden' | 'noRoom' | 'inUse' | 'diskFull' | 'connection' | 'unexpected';

const PROBLEMS: Readonly<Record<number, TransferProblem>> = {
  401: 'sessionEnded',
  403: 'forbidden',
  413: 'noRoom',
  423: 'inUse',
  507: 'diskFull',
};
const RETRIED = new Set<TransferProblem>(['connection', 'inUse']);
/** What tus handles itself: the upload is gone and begins again, or continues at another byte. */
const OF_PROTOCOL = new Set([404, 409, 410]);

/** A refusal, thrown before tus sees it: it would answer many of them with a new upload from the first byte. */
class RefusedTransferError extends Error {
  override name = 'RefusedTransferError';
  readonly problem: TransferProblem;

  constructor(problem: TransferProblem) {
    super(`The upload was refused: ${problem}.`);
    this.problem = problem;
  }
}

export interface TransferEvents {
  onProgress: (sent: number) => void;
  /** The server knows the upload by this id. */
  onId: (id: string) => void;
  /** It tries again in a moment. */
  onRetry: (problem: TransferProblem) => void;
  onFailure: (problem: TransferProblem) => void;
  onComplete: () => void;
}

/** An upload that runs until it is stopped. */
export interface Transfer {
  /** Stops sending; what has arrived stays. */
  stop: () => Promise<void>;
}

/** Why a request failed. */
export function problemOf(error: unknown): TransferProblem {
  const cause = error instanceof DetailedError ? error.causingError : null;
  if (cause instanceof RefusedTransferError) return cause.problem;
  const status = error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : null;
  if (status === null) return 'unexpected';
  return PROBLEMS[status] ?? (status === 0 || status >= 500 ? 'connection' : 'unexpected');
}

/** Sends a file, or the rest of it if the server already knows it by `id`. */
export function startTransfer(file: File, id: string | null, events: TransferEvents): Transfer {
  let rejected: string | null = null;
  const upload = new Upload(file, {
    endpoint: ENDPOINT,
    uploadUrl: id === null ? null : `${ENDPOINT}/${id}`,
    metadata: { filename: file.name },
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_MILLISECONDS,
    // Unfinished uploads are listed by the server, also in other browsers; nothing of them stays in this one.
    storeFingerprintForResuming: false,
    async onBeforeRequest(request) {
      // An upload outlives many tokens.
      const token = await tokenAfter(rejected);
      rejected = null;
      request.setHeader('Authorization', `Bearer ${token}`);
      withLanguage().forEach((value, name) => request.setHeader(name, value));
    },
    onAfterResponse(request, response) {
      const status = response.getStatus();
      if (status < 400 || OF_PROTOCOL.has(status)) return;
      if (status === 401) rejected = request.getHeader('Authorization')?.replace('Bearer ', '') ?? null;
      throw new RefusedTransferError(PROBLEMS[status] ?? (status >= 500 ? 'connection' : 'unexpected'));
    },
    onShouldRetry(error, attempt) {
      const problem = problemOf(error);
      // The first 401 may only mean that the clocks differ.
      const isRetried = RETRIED.has(problem) || (problem === 'sessionEnded' && rejected !== null && attempt === 0);
      if (isRetried) events.onRetry(problem === 'sessionEnded' ? 'connection' : problem);
      return isRetried;
    },
    onUploadUrlAvailable: () => events.onId(upload.url?.split('/').at(-1) ?? ''),
    onProgress: (sent) => events.onProgress(sent),
    onError: (error) => events.onFailure(problemOf(error)),
    onSuccess: () => events.onComplete(),
  });
  upload.start();
  return { stop: async () => upload.abort() };
}

/** A valid token, other than the one that was rejected. */
async function tokenAfter(rejected: string | null): Promise<string> {
  const { refresher } = connection;
  let token: string | null;
  try {
    token = await refresher.freshToken();
    if (token !== null && token === rejected) token = await refresher.replaceToken(rejected);
  } catch (error) {
    throw new RefusedTransferError(isConnectionFailure(error) ? 'connection' : 'sessionEnded');
  }
  if (token === null) throw new RefusedTransferError('sessionEnded');
  return token;
}
