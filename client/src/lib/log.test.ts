import { afterEach, expect, test, vi } from 'vitest';
import { logFailure } from './log';

afterEach(() => {
  vi.restoreAllMocks();
});

test('a failure is told by name and message', () => {
  const told = vi.spyOn(console, 'error').mockReturnValue(undefined);
  logFailure('The list could not be read', new TypeError('Failed to fetch'));
  expect(told.mock.calls).toEqual([['The list could not be read:', 'TypeError: Failed to fetch']]);
});

test('a request that nobody waits for is no failure', () => {
  const told = vi.spyOn(console, 'error').mockReturnValue(undefined);
  logFailure('The list could not be read', new DOMException('The operation was aborted.', 'AbortError'));
  expect(told).not.toHaveBeenCalled();
});
