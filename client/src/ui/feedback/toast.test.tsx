import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ACTION_DURATION, toast } from './toast';
import { Toaster } from './toaster';

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const show = async (...notice: Parameters<typeof toast>) => {
  act(() => {
    toast(...notice);
  });
  await pass(20);
};

toast('info', 'Said before anybody listened', { flow: 'account' });
toast('info', 'Taken back before anybody listened')();

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster label="Notifications" closeLabel="Close" />);
});
afterEach(() => {
  vi.useRealTimers();
});

it('is shown once a Toaster is mounted', async () => {
  await pass(20);
  expect(screen.getByText('Said before anybody listened')).toBeInTheDocument();
  expect(screen.queryByText('Taken back before anybody listened')).not.toBeInTheDocument();
});

// spec: S9.6
it('stays 5 s in account flows and 2 s elsewhere', async () => {
  await show('success', 'Login successful', { flow: 'account' });
  await show('success', 'Copied to clipboard!');
  expect(screen.getByText('Copied to clipboard!')).toBeInTheDocument();
  await pass(2200);
  expect(screen.queryByText('Copied to clipboard!')).not.toBeInTheDocument();
  expect(screen.getByText('Login successful')).toBeInTheDocument();
  await pass(3000);
  expect(screen.queryByText('Login successful')).not.toBeInTheDocument();
});

// spec: S9.6
it('has no maximum', async () => {
  for (let index = 0; index < 12; index += 1) act(() => void toast('info', `Notice ${index}`, { flow: 'account' }));
  await pass(50);
  const shown = screen.getAllByText(/^Notice \d+$/);
  expect(shown).toHaveLength(12);
  expect(shown.every((notice) => !notice.closest('[inert]'))).toBe(true);
});

it('stays ten seconds with an action and closes when the action is used', async () => {
  const onPress = vi.fn<() => void>();
  await show('success', '3 closed', { action: { label: 'Undo', onPress } });
  await pass(ACTION_DURATION - 1000);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(onPress).toHaveBeenCalledOnce();
  await pass(300);
  expect(screen.queryByText('3 closed')).not.toBeInTheDocument();
});
