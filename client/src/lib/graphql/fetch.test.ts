import { NoResponseError } from './errors';
import { createFetch } from './fetch';

const never: typeof fetch = async (_input, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
  });

// spec: S7.2 S9.3
it('times out after 15 seconds (spec §9)', async () => {
  const clock = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
  vi.stubGlobal('fetch', never);
  const answered = createFetch(() => undefined)('/graphql');
  expect(timeout).toHaveBeenCalledExactlyOnceWith(15_000);
  clock.abort();
  await expect(answered).rejects.toThrow(NoResponseError);
  await expect(answered).rejects.toMatchObject({ timedOut: true });
});
