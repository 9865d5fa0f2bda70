import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { isConnectionFailure, NoResponseError, ProblemError, toUserMessage } from './errors';

const CANNOT_CONNECT = 'Cannot connect to the server. Please check your internet connection.';
const UNEXPECTED = 'An unexpected error occurred';

const serverError = (status: number, bodyText: string) =>
  new ServerError(`Response not successful: Received status code ${status}`, {
    response: new Response(bodyText, { status }),
    bodyText,
  });
const graphQLError = (message: string, code?: string) =>
  new CombinedGraphQLErrors({ errors: [{ message, ...(code !== undefined && { extensions: { code } }) }] });
const noResponse = (timedOut: boolean) => new NoResponseError({ timedOut, cause: new TypeError('Failed to fetch') });

describe('user messages (spec §8)', () => {
  // spec: S8.1 S8.2 S8.3
  it.each<[string, unknown, string]>([
    ['request sent, no response', noResponse(false), CANNOT_CONNECT],
    ['no response within the time-out', noResponse(true), CANNOT_CONNECT],
    [
      "a GraphQL error: the server's message",
      graphQLError('The page size is at most 100.'),
      'The page size is at most 100.',
    ],
    ['a GraphQL error without a message', graphQLError(''), UNEXPECTED],
    [
      'an HTTP error with error.message',
      serverError(500, '{"error":{"message":"Out of order","id":"1"}}'),
      'Out of order',
    ],
    ['an HTTP error with message', serverError(403, '{"message":"Log-in is closed"}'), 'Log-in is closed'],
    ['error.message before message', serverError(400, '{"error":{"message":"first"},"message":"second"}'), 'first'],
    ['an HTTP error whose body says nothing', serverError(500, '<html>'), UNEXPECTED],
    ['a gateway that reaches no server', serverError(502, '<html>'), CANNOT_CONNECT],
    ['a server that is only starting', serverError(503, ''), CANNOT_CONNECT],
    ['a refusal', new ProblemError({ message: 'Wrong password', code: 'REFUSED' }), 'Wrong password'],
    ['a body: error.message', { error: { message: 'Organization name is taken' } }, 'Organization name is taken'],
    ['a body: message', { message: 'Saved' }, 'Saved'],
    ['any other failure: its own message', new Error('Quota exceeded'), 'Quota exceeded'],
    ['any other failure without a message', new Error(''), UNEXPECTED],
    ['something thrown that is no error', 'oops', UNEXPECTED],
    ['nothing', undefined, UNEXPECTED],
  ])('%s', (_case, error, message) => {
    expect(toUserMessage(error)).toBe(message);
  });
});

describe('a failed refresh keeps the user logged in (spec §4)', () => {
  // spec: S4.7 S4.8
  it.each<[string, unknown, boolean]>([
    ['without a response', noResponse(false), true],
    ['after the time-out', noResponse(true), true],
    ['when a gateway reaches no server', serverError(502, ''), true],
    ['when the server says that its database is away', graphQLError('Try again in a minute.', 'UNAVAILABLE'), true],
    ['when the message names the internet', new Error('No Internet'), true],
    ['when the message names the connection', new Error('Cannot connect'), true],
    ['when the message names the network', new Error('network changed'), true],
    ['not when the server refuses', new ProblemError({ message: 'The session has ended.', code: 'REFUSED' }), false],
    [
      'not when the server refuses, whatever its words resemble',
      new ProblemError({ message: 'Votre session est terminée. Connectez-vous de nouveau.', code: 'BAD_CREDENTIALS' }),
      false,
    ],
    ['nor when it says so at the top', graphQLError('Connectez-vous pour continuer.', 'UNAUTHENTICATED'), false],
    ['not when the server fails', serverError(500, '{"error":{"message":"fault"}}'), false],
    ['not when nothing is known', undefined, false],
  ])('%s', (_case, error, kept) => {
    expect(isConnectionFailure(error)).toBe(kept);
  });
});
