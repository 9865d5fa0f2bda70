import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client/errors';
import { type TextKey, translate } from '@/i18n';

/** No response: no connection, or a timeout. */
export class NoResponseError extends Error {
  override name = 'NoResponseError';
  readonly timedOut: boolean;

  constructor(options: { timedOut: boolean; cause: unknown }) {
    super('No response from the server', { cause: options.cause });
    this.timedOut = options.timedOut;
  }
}

/** Problem branch of a mutation union, thrown as an error. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly code: string;

  constructor(problem: { message: string; code: string }) {
    super(problem.message);
    this.code = problem.code;
  }
}

export const UNAUTHENTICATED = 'UNAUTHENTICATED';
export const MFA_SETUP_REQUIRED = 'MFA_SETUP_REQUIRED';
/** The session has ended for a reason that the login page shows, such as inactivity. */
const SESSION_ENDED = 'SESSION_ENDED';
export const VALIDATION = 'VALIDATION';
const UNAVAILABLE = 'UNAVAILABLE';
/** Statuses of a proxy, or of a server that is starting or stopping. */
const OUT_OF_REACH_STATUSES = new Set([502, 503, 504]);
const CONNECTION_WORDS = /internet|connect|network/i;

/** Why the session has ended, for the login page; undefined if there is nothing to say. */
export const endNotice = (error: unknown): string | undefined =>
  error instanceof ProblemError && error.code === SESSION_ENDED ? error.message : undefined;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const nonEmpty = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

/** Whether an error has this `extensions.code`. */
export const hasCode = (error: unknown, code: string): boolean =>
  CombinedGraphQLErrors.is(error) && error.errors.some(({ extensions }) => extensions?.['code'] === code);

const isOutOfReach = (error: unknown): boolean =>
  error instanceof NoResponseError ||
  ((ServerError.is(error) || ServerParseError.is(error)) && OUT_OF_REACH_STATUSES.has(error.statusCode)) ||
  hasCode(error, UNAVAILABLE);

/** Server errors, excluded by code: their texts may contain "connect" in any language ("Connectez-vous"). */
const isAnswer = (error: unknown): boolean => error instanceof ProblemError || CombinedGraphQLErrors.is(error);

/** Whether the user stays logged in after this refresh failure (spec §4, Session). */
export const isConnectionFailure = (error: unknown): boolean =>
  isOutOfReach(error) || (error instanceof Error && !isAnswer(error) && CONNECTION_WORDS.test(error.message));

/** `error.message`, else `message` of a JSON body (spec §8). */
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
 * User message for an error (spec §8): the server's message; 'Cannot connect to the server. Please check your internet
 * connection.' without a response; else the error's own message; else the fallback, by default 'An unexpected error occurred'.
 */
export function toUserMessage(error: unknown, fallback: TextKey = 'errors:unexpected'): string {
  if (error instanceof NoResponseError) return translate('errors:cannotConnect');
  if (CombinedGraphQLErrors.is(error)) return nonEmpty(error.errors[0]?.message) ?? translate(fallback);
  if (ServerError.is(error) || ServerParseError.is(error)) {
    const fromServer = messageOfBody(error.bodyText);
    if (fromServer) return fromServer;
    // Apollo's messages ("Response not successful: Received status code 502") do not help users.
    return translate(OUT_OF_REACH_STATUSES.has(error.statusCode) ? 'errors:cannotConnect' : fallback);
  }
  if (isRecord(error)) {
    const inner = isRecord(error['error']) ? nonEmpty(error['error']['message']) : null;
    return inner ?? nonEmpty(error['message']) ?? translate(fallback);
  }
  return translate(fallback);
}
