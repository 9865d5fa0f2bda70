import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { createStoredValue } from './stored-value';

beforeEach(() => localStorage.clear());

it('updates every component that shows the value', () => {
  const size = createStoredValue('test-size', (text) => Number(text ?? 1), String);
  const { result } = renderHook(size.useValue);
  expect(result.current).toBe(1);
  act(() => size.write(2));
  expect(result.current).toBe(2);
  expect(localStorage.getItem('test-size')).toBe('2');
});

it('follows other tabs', () => {
  const size = createStoredValue('test-size', (text) => Number(text ?? 1), String);
  const { result } = renderHook(size.useValue);
  localStorage.setItem('test-size', '3');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'test-size' })));
  expect(result.current).toBe(3);
});

it('falls back to memory if storage is unavailable', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Quota', 'QuotaExceededError');
  });
  const size = createStoredValue('test-refused', (text) => Number(text ?? 1), String);
  const { result } = renderHook(size.useValue);
  act(() => size.write(4));
  expect(result.current).toBe(4);
});
