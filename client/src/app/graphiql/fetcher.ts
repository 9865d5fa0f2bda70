import type { Fetcher, FetcherParams } from '@graphiql/toolkit';
import { type FormattedExecutionResult, getOperationAST, OperationTypeNode, parse } from 'graphql';
import { createClient } from 'graphql-ws';
import i18next from 'i18next';
import { Observable } from 'rxjs';
import { translate } from '@/i18n';
import { toUserMessage } from '@/lib/graphql/errors';
import { createFetch } from '@/lib/graphql/fetch';

interface Endpoint {
  path: string;
  /** The token of the dashboard session; null without one. */
  sessionToken: () => Promise<string | null>;
}

interface Operation {
  request: FetcherParams;
  isSubscription: boolean;
}

/** By which the server knows GraphiQL: it may send any document where pages may send their own only. */
const CLIENT_HEADER = 'breachlight-client';
const CLIENT = 'graphiql';

/** Close code of a socket whose token is missing or refused. */
const FORBIDDEN = 4403;

const send = createFetch(() => undefined);

/**
 * Sends GraphiQL's operations: subscriptions over graphql-transport-ws, all others over HTTP. They carry the Authorization
 * header from the Headers editor if there is one, else the token of the dashboard session.
 */
export const createFetcher =
  ({ path, sessionToken }: Endpoint): Fetcher =>
  async (parameters, options) => {
    const { request, isSubscription } = readOperation(parameters);
    const headers = new Headers(options?.headers);
    headers.set(CLIENT_HEADER, CLIENT);
    if (!headers.has('authorization')) {
      const token = await sessionToken().catch(() => null);
      if (token !== null) headers.set('authorization', `Bearer ${token}`);
    }
    const result = isSubscription ? subscribe(path, request, headers) : await post(path, request, headers);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types want instances of GraphQLError; it prints JSON.
    return result as Awaited<ReturnType<Fetcher>>;
  };

/**
 * Reads operation name and type from the query itself: what GraphiQL passes along is up to 100 ms older than the editor, and
 * would send a new subscription over HTTP, or ask for an operation that is gone.
 */
function readOperation(request: FetcherParams): Operation {
  try {
    const document = parse(request.query);
    const operation = getOperationAST(document, request.operationName) ?? getOperationAST(document);
    return {
      request: operation ? { ...request, operationName: operation.name?.value ?? null } : request,
      isSubscription: operation?.operation === OperationTypeNode.SUBSCRIPTION,
    };
  } catch {
    // The server reports the syntax error.
    return { request, isSubscription: false };
  }
}

async function post(path: string, request: FetcherParams, headers: Headers): Promise<FormattedExecutionResult> {
  headers.set('content-type', 'application/json');
  try {
    const response = await send(path, { method: 'POST', body: JSON.stringify(request), headers });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- GraphiQL prints whatever comes.
    return (await response.json()) as FormattedExecutionResult;
  } catch (error) {
    return { errors: [{ message: toUserMessage(error) }] };
  }
}

function subscribe(path: string, request: FetcherParams, headers: Headers): Observable<FormattedExecutionResult> {
  return new Observable((results) => {
    const client = createClient({
      url: new URL(path, location.href.replace(/^http/, 'ws')).href,
      retryAttempts: 0,
      // Browsers can't set headers on a socket.
      connectionParams: { Authorization: headers.get('authorization'), language: i18next.language, client: CLIENT },
    });
    const stop = client.subscribe<Record<string, unknown>, Record<string, unknown>>(request, {
      next: (result) => results.next(result),
      error: (error) => results.error(error instanceof CloseEvent ? { message: closeMessage(error) } : error),
      complete: () => results.complete(),
    });
    return () => {
      stop();
      void client.dispose();
    };
  });
}

const closeMessage = ({ code, reason }: CloseEvent): string =>
  code === FORBIDDEN ? translate('graphiql:forbidden') : translate('graphiql:closed', { code, reason });
