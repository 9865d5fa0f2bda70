import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Ellipsis } from 'lucide-react';
import { expect, it, vi } from 'vitest';
import { IconButton } from '@/ui/form/icon-button';
import { Menu, MenuItem } from './menu';

function setup() {
  const chosen = vi.fn<() => void>();
  render(
    <>
      <Menu trigger={<IconButton label="More" icon={<Ellipsis />} />}>
        <MenuItem onSelect={chosen}>Export</MenuItem>
      </Menu>
      <p>Outside</p>
    </>,
  );
  return chosen;
}

const open = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  await act(() => vi.advanceTimersByTimeAsync(50));
};
const pressOutside = () => {
  const outside = screen.getByText('Outside');
  fireEvent.pointerDown(outside);
  fireEvent.mouseDown(outside);
  fireEvent.pointerUp(outside);
  fireEvent.mouseUp(outside);
  fireEvent.click(outside);
};

// spec: S2.57 S9.10
it('closes 200 ms after a click outside, not earlier', async () => {
  vi.useFakeTimers();
  setup();
  await open();
  pressOutside();
  await act(() => vi.advanceTimersByTimeAsync(190));
  expect(screen.getByRole('menuitem', { name: 'Export' })).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.queryByRole('menuitem', { name: 'Export' })).not.toBeInTheDocument();
  vi.useRealTimers();
});

it('closes immediately on Escape and restores the focus', async () => {
  const user = userEvent.setup();
  setup();
  const trigger = screen.getByRole('button', { name: 'More' });
  act(() => trigger.focus());
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('menuitem', { name: 'Export' })).toBeInTheDocument();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menuitem', { name: 'Export' })).not.toBeInTheDocument();
  expect(trigger).toHaveFocus();
});

it('runs the chosen action from the keyboard', async () => {
  const user = userEvent.setup();
  const chosen = setup();
  act(() => screen.getByRole('button', { name: 'More' }).focus());
  await user.keyboard('{Enter}');
  await screen.findByRole('menuitem', { name: 'Export' });
  await user.keyboard('{ArrowDown}{Enter}');
  expect(chosen).toHaveBeenCalledOnce();
});
