import i18next from 'i18next';
import { NoResponseError } from './errors';

/** Spec §9. */
export const REQUEST_TIMEOUT_MILLISECONDS = 15_000;

/** Called with the headers of every response, whatever its status, and with null where there is no connection. */
export type HeaderObserver = (headers: Headers | null) => void;

/** Request headers with the current language, because server messages are shown as they are. */
export function withLanguage(headers?: HeadersInit): Headers {
  const all = new Headers(headers);
  all.set('Accept-Language', i18next.language);
  return all;
}

/**
 * `fetch` with the specified timeout and the current language. Rejects with {@link NoResponseError} without a response; aborts by
 * the caller pass through.
 */
export function createFetch(observe: HeaderObserver, timeoutMilliseconds = REQUEST_TIMEOUT_MILLISECONDS): typeof fetch {
  return async (input, init) => {
    const timeout = AbortSignal.timeout(timeoutMilliseconds);
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    try {
      const response = await fetch(input, { ...init, headers: withLanguage(init?.headers), signal });
      observe(response.headers);
      // Read the body completely, so that a connection lost halfway also counts as no response.
      return response.body ? new Response(await response.arrayBuffer(), response) : response;
    } catch (cause) {
      if (init?.signal?.aborted) throw cause;
      if (!timeout.aborted) observe(null);
      throw new NoResponseError({ timedOut: timeout.aborted, cause });
    }
  };
}
