import i18next from 'i18next';
import { NoResponseError } from './errors';

/** Spec §9. */
export const REQUEST_TIMEOUT_MILLISECONDS = 15_000;

/** Called with the headers of every answer, whatever its status. */
export type HeaderObserver = (headers: Headers) => void;

/** The headers of a request, with the language of the interface: what the server says is shown as it comes. */
export function withLanguage(headers?: HeadersInit): Headers {
  const all = new Headers(headers);
  all.set('Accept-Language', i18next.language);
  return all;
}

/**
 * `fetch` with the time-out of the specification, in the language of the interface. When no answer comes it rejects with {@link NoResponseError}; an abort by
 * the caller passes through as it is.
 */
export function createFetch(observe: HeaderObserver, timeoutMilliseconds = REQUEST_TIMEOUT_MILLISECONDS): typeof fetch {
  return async (input, init) => {
    const timeout = AbortSignal.timeout(timeoutMilliseconds);
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    try {
      const response = await fetch(input, { ...init, headers: withLanguage(init?.headers), signal });
      observe(response.headers);
      // Read whole, so that a connection lost within the body counts as no answer too.
      return response.body ? new Response(await response.arrayBuffer(), response) : response;
    } catch (cause) {
      if (init?.signal?.aborted) throw cause;
      throw new NoResponseError({ timedOut: timeout.aborted, cause });
    }
  };
}
