import { act } from '@testing-library/react';

type Parameters = Record<string, unknown>;

interface TurnstileStub {
  /** Options of each rendered widget, newest last. */
  rendered: Parameters[];
  /** Number of resets. */
  resets: () => number;
  /** Solves the newest widget's challenge with a token. */
  solve: (token: string) => void;
  /** Calls another callback of the newest widget, such as `expired-callback`. */
  call: (name: string) => void;
}

/** Mocks the provider's script, which jsdom does not load. Call it before the page opens. */
export function stubTurnstile(): TurnstileStub {
  const rendered: Parameters[] = [];
  let resets = 0;
  const call = (name: string, ...args: unknown[]) => {
    const callback = rendered.at(-1)?.[name];
    if (typeof callback !== 'function') throw new Error(`No widget waits for ${name}.`);
    act(() => {
      // oxlint-disable-next-line typescript/no-unsafe-call -- callbacks by the provider's names
      callback(...args);
    });
  };
  vi.stubGlobal('turnstile', {
    render(_container: HTMLElement, parameters: Parameters) {
      rendered.push(parameters);
      return `widget-${rendered.length}`;
    },
    reset() {
      resets += 1;
    },
    remove: () => undefined,
    getResponse: () => undefined,
  });
  return { rendered, resets: () => resets, solve: (token) => call('callback', token), call };
}
