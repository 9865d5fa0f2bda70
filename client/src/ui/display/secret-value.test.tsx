import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { REVEALED_FOR, SecretValue } from './secret-value';

const SECRET = 'invented-only-7 \u202Etxt';

function setup(onReveal: () => Promise<string | undefined>) {
  render(
    <SecretValue
      hiddenLabel="Hidden password"
      revealLabel="Reveal"
      revealingLabel="Revealing"
      hideLabel="Hide"
      hidesIn={(seconds) => `Hides in ${seconds} s`}
      copyLabel="Copy"
      copiedLabel="Copied"
      onCopy={() => undefined}
      onReveal={onReveal}
    />,
  );
}
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await act(() => vi.advanceTimersByTimeAsync(0));
};
const page = () => document.body.innerHTML;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('shows eight bullets, whatever the length of the secret', async () => {
  setup(() => Promise.resolve(SECRET));
  expect(screen.getByText('••••••••')).toBeInTheDocument();
  expect(screen.getByText('Hidden password')).toBeInTheDocument();
});

it('hides a revealed secret after 30 s and removes it from the page', async () => {
  setup(() => Promise.resolve(SECRET));
  await press('Reveal');
  expect(page()).toContain(SECRET);
  expect(screen.getByRole('timer')).toHaveTextContent('Hides in 30 s');
  await act(() => vi.advanceTimersByTimeAsync(21_000));
  expect(screen.getByRole('timer')).toHaveTextContent('Hides in 9 s');
  await act(() => vi.advanceTimersByTimeAsync(REVEALED_FOR - 21_001));
  expect(page()).toContain(SECRET);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(REVEALED_FOR).toBe(30_000);
  expect(page()).not.toContain(SECRET);
  expect(screen.getByText('••••••••')).toBeInTheDocument();
});

it('hides on demand and fetches again for the next reveal', async () => {
  const onReveal = vi.fn<() => Promise<string>>(() => Promise.resolve(SECRET));
  setup(onReveal);
  await press('Reveal');
  await press('Hide');
  expect(page()).not.toContain(SECRET);
  await press('Reveal');
  expect(onReveal).toHaveBeenCalledTimes(2);
});

it('stays masked if the secret cannot be fetched', async () => {
  setup(() => Promise.resolve(undefined));
  await press('Reveal');
  expect(screen.getByRole('button', { name: 'Reveal' })).toBeEnabled();
  expect(screen.getByText('••••••••')).toBeInTheDocument();
});

it('A33: shows markup in a secret as text', async () => {
  setup(() => Promise.resolve('<img src=x onerror=alert(1)>'));
  await press('Reveal');
  expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeInTheDocument();
  expect(document.querySelector('img')).toBeNull();
});
