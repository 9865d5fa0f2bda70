import { afterEach, expect, test, vi } from 'vitest';
import { logFailure } from './log';

afterEach(() => {
  vi.restoreAllMocks();
});

test('logs the name and message of a failure', () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue(undefined);
  logFailure('The list could not be read', new TypeError('Failed to fetch'));
  expect(logged.mock.calls).toEqual([['The list could not be read:', 'TypeError: Failed to fetch']]);
});

test('logs nothing for an aborted request', () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue(undefined);
  logFailure('The list could not be read', new DOMException('The operation was aborted.', 'AbortError'));
  expect(logged).not.toHaveBeenCalled();
});
