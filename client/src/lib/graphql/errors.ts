import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client/errors';
import { type TextKey, translate } from '@/i18n';

/** No answer came: no connection, or not within the time-out. */
export class NoResponseError extends Error {
  override name = 'NoResponseError';
  readonly timedOut: boolean;

  constructor(options: { timedOut: boolean; cause: unknown }) {
    super('No response from the server', { cause: options.cause });
    this.timedOut = options.timedOut;
  }
}

/** An expected refusal that a caller did not expect: a union's problem branch, thrown. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly code: string;

  constructor(problem: { message: string; code: string }) {
    super(problem.message);
    this.code = problem.code;
  }
}

export const UNAUTHENTICATED = 'UNAUTHENTICATED';
const UNAVAILABLE = 'UNAVAILABLE';
/** Answers of a proxy or of a server that is only just starting or stopping. */
const OUT_OF_REACH_STATUSES = new Set([502, 503, 504]);
const CONNECTION_WORDS = /internet|connect|network/i;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const nonEmpty = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

/** Whether an error carries this `extensions.code`. */
export const hasCode = (error: unknown, code: string): boolean =>
  CombinedGraphQLErrors.is(error) && error.errors.some(({ extensions }) => extensions?.['code'] === code);

const isOutOfReach = (error: unknown): boolean =>
  error instanceof NoResponseError ||
  ((ServerError.is(error) || ServerParseError.is(error)) && OUT_OF_REACH_STATUSES.has(error.statusCode)) ||
  hasCode(error, UNAVAILABLE);

/** What the server itself has said, in any language: French has "Connectez-vous". Its code says what is meant. */
const isAnswer = (error: unknown): boolean => error instanceof ProblemError || CombinedGraphQLErrors.is(error);

/** Whether a failed refresh leaves the user logged in (spec §4, Session). */
export const isConnectionFailure = (error: unknown): boolean =>
  isOutOfReach(error) || (error instanceof Error && !isAnswer(error) && CONNECTION_WORDS.test(error.message));

/** `error.message`, then `message` of a JSON body (spec §8). */
function messageOfBody(bodyText: string): string | null {
  try {
    const body: unknown = JSON.parse(bodyText);
    if (!isRecord(body)) return null;
    return (isRecord(body['error']) ? nonEmpty(body['error']['message']) : null) ?? nonEmpty(body['message']);
  } catch {
    return null;
  }
}

/**
 * What to tell the user about a failure (spec §8): the server's own message if it gave one; 'Cannot connect to the
 * server. Please check your internet connection.' if no answer came; else the error's own message; else the
 * fallback, which is 'An unexpected error occurred' unless the place has words of its own.
 */
export function toUserMessage(error: unknown, fallback: TextKey = 'errors:unexpected'): string {
  if (error instanceof NoResponseError) return translate('errors:cannotConnect');
  if (CombinedGraphQLErrors.is(error)) return nonEmpty(error.errors[0]?.message) ?? translate(fallback);
  if (ServerError.is(error) || ServerParseError.is(error)) {
    const fromServer = messageOfBody(error.bodyText);
    if (fromServer) return fromServer;
    // Apollo's own words ("Response not successful: Received status code 502") tell the user nothing.
    return translate(OUT_OF_REACH_STATUSES.has(error.statusCode) ? 'errors:cannotConnect' : fallback);
  }
  if (isRecord(error)) {
    const inner = isRecord(error['error']) ? nonEmpty(error['error']['message']) : null;
    return inner ?? nonEmpty(error['message']) ?? translate(fallback);
  }
  return translate(fallback);
}
