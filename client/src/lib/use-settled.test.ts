import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSettled } from './use-settled';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const wait = (milliseconds: number): void =>
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });

test('a text counts after a pause, and sooner if it is long enough to find little', () => {
  const { result, rerender } = renderHook(({ text }) => useSettled(text), { initialProps: { text: '' } });
  rerender({ text: 'ja' });
  wait(149);
  expect(result.current).toBe('');
  wait(1);
  expect(result.current).toBe('ja');
  rerender({ text: 'jan' });
  wait(99);
  rerender({ text: 'jane' });
  wait(99);
  expect(result.current).toBe('ja');
  wait(1);
  expect(result.current).toBe('jane');
});
