import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IconButton } from '@/ui/form/icon-button';
import { placeOf } from './tooltip';
import { TooltipLayer } from './tooltip-layer';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const shown = () => document.querySelector('[data-tooltip-popup]')?.textContent;
const wait = (milliseconds: number): void =>
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
const point = (element: Element) => fireEvent.pointerOver(element, { pointerType: 'mouse' });

const button = (name: string) => screen.getByRole('button', { name });
const box = (left: number, top: number) => new DOMRect(left, top, 30, 30);

describe('a tooltip', () => {
  beforeEach(() => {
    render(
      <>
        <p>Text</p>
        <IconButton label="Filter" icon={<svg />} />
        <IconButton label="Export" icon={<svg />} />
        <TooltipLayer />
      </>,
    );
  });
  it('shows after a moment of hovering, and hides after the pointer has left', () => {
    point(button('Filter'));
    wait(349);
    expect(shown()).toBeUndefined();
    wait(1);
    expect(shown()).toBe('Filter');
    // It repeats the name, so nobody should hear it twice.
    expect(document.querySelector('[data-tooltip-popup]')).toHaveAttribute('aria-hidden', 'true');
    point(button('Export'));
    wait(350);
    expect(shown()).toBe('Export');
    point(screen.getByText('Text'));
    wait(100);
    expect(shown()).toBeUndefined();
  });

  it('stays while the pointer is on it', () => {
    point(button('Filter'));
    wait(350);
    point(screen.getByText('Text'));
    wait(50);
    point(document.querySelector('[data-tooltip-popup]') ?? document.body);
    wait(1000);
    expect(shown()).toBe('Filter');
    point(screen.getByText('Text'));
    wait(100);
    expect(shown()).toBeUndefined();
  });

  it.each([
    ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
    ['a press', () => fireEvent.pointerDown(screen.getByRole('button', { name: 'Filter' }))],
    ['scrolling', () => fireEvent.scroll(document.body)],
  ])('hides on %s', (_, end) => {
    point(button('Filter'));
    wait(350);
    end();
    expect(shown()).toBeUndefined();
  });

  it('shows at once on focus by the keyboard, and never on touch', () => {
    fireEvent.pointerOver(button('Export'), { pointerType: 'touch' });
    wait(1000);
    expect(shown()).toBeUndefined();
    fireEvent.keyDown(document.body, { key: 'Tab' });
    act(() => button('Filter').focus());
    expect(shown()).toBe('Filter');
    act(() => button('Filter').blur());
    expect(shown()).toBeUndefined();
  });
});

describe('its place', () => {
  const view = { width: 400, height: 300 };
  const popup = { width: 80, height: 20 };

  it.each([
    ['above', box(100, 100), 'top', false, { left: 75, top: 74 }],
    ['below if there is no room above', box(100, 10), 'top', false, { left: 75, top: 46 }],
    ['below', box(100, 100), 'bottom', false, { left: 75, top: 136 }],
    ['above if there is no room below', box(100, 270), 'bottom', false, { left: 75, top: 244 }],
    ['within the window', box(0, 100), 'top', false, { left: 4, top: 74 }],
    ['behind', box(100, 100), 'inline-end', false, { left: 136, top: 105 }],
    ['behind, from right to left', box(200, 100), 'inline-end', true, { left: 114, top: 105 }],
    ['before if there is no room behind', box(360, 100), 'inline-end', false, { left: 274, top: 105 }],
  ] as const)('is %s', (_, element, side, isRightToLeft, place) => {
    expect(placeOf(element, popup, side, isRightToLeft, view)).toEqual(place);
  });
});
