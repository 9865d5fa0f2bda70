import '@/i18n';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ALL_DISABLED, SiteSettingsContext } from '@/lib/site-settings/site-settings';
import { stubTurnstile } from '@/testing/turnstile';
import { useHumanVerification } from './human-verification';

const SITE_KEY = '1x00000000000000000000AA';
const script = () => document.querySelector('script[src^="https://challenges.cloudflare.com/"]');

function Form({ onSend }: { onSend: (token: string | null) => void }) {
  const human = useHumanVerification();
  const send = () => {
    try {
      onSend(human.take());
    } catch (error) {
      document.title = error instanceof Error ? error.message : '';
    }
  };
  return (
    <>
      {human.widget}
      <button type="button" onClick={send} aria-label="send" />
      <button type="button" onClick={human.reset} aria-label="reset" />
    </>
  );
}

function open({ enabled = true } = {}) {
  const user = userEvent.setup();
  const sent: (string | null)[] = [];
  const settings = { ...ALL_DISABLED, turnkeyEnabled: enabled, turnkeySiteKey: SITE_KEY };
  const { unmount } = render(
    <SiteSettingsContext value={settings}>
      <Form onSend={(token) => sent.push(token)} />
    </SiteSettingsContext>,
  );
  const press = async (name: string) => user.click(screen.getByRole('button', { name }));
  return { sent, press, user, unmount };
}

afterEach(() => {
  script()?.remove();
  vi.useRealTimers();
});

describe('human verification', () => {
  it('loads nothing if turned off', async () => {
    const { sent, press } = open({ enabled: false });
    await press('send');
    expect(sent).toEqual([null]);
    expect(script()).toBeNull();
  });

  // spec: S7.33 S9.7
  it('shows the specified widget', async () => {
    const turnstile = stubTurnstile();
    open();
    await waitFor(() => expect(turnstile.rendered).toHaveLength(1));
    expect(turnstile.rendered[0]).toMatchObject({
      sitekey: SITE_KEY,
      action: 'submit-form',
      size: 'normal',
      language: 'en',
      theme: 'auto',
      'retry-interval': 8000,
    });
  });

  it('provides each token once and resets after use', async () => {
    const turnstile = stubTurnstile();
    const { sent, press } = open();
    await waitFor(() => expect(turnstile.rendered).toHaveLength(1));
    await press('send');
    expect(document.title).toBe('Please complete the CAPTCHA');
    await press('reset');
    expect(turnstile.resets()).toBe(0);

    turnstile.solve('token-1');
    await press('send');
    await press('send');
    expect(sent).toEqual(['token-1']);
    await press('reset');
    expect(turnstile.resets()).toBe(1);
    turnstile.solve('token-2');
    await press('send');
    expect(sent).toEqual(['token-1', 'token-2']);
  });

  it.each(['expired-callback', 'timeout-callback', 'error-callback'])('drops its token on %s', async (name) => {
    const turnstile = stubTurnstile();
    const { sent, press } = open();
    await waitFor(() => expect(turnstile.rendered).toHaveLength(1));
    turnstile.solve('token-1');
    turnstile.call(name);
    await press('send');
    expect(sent).toEqual([]);
  });

  // spec: S9.7
  it('waits 30 s for the provider before showing an error', async () => {
    await import('./turnstile-widget');
    vi.useFakeTimers();
    open();
    await act(() => vi.advanceTimersByTimeAsync(29_900));
    expect(script()).not.toBeNull();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(screen.getByRole('alert')).toHaveTextContent("The CAPTCHA couldn't be loaded.");
  });

  it('reports an unreachable provider and retries', async () => {
    const { press } = open();
    await waitFor(() => expect(script()).not.toBeNull());
    const first = script();
    if (first) fireEvent.error(first);
    expect(await screen.findByRole('alert')).toHaveTextContent("The CAPTCHA couldn't be loaded.");
    expect(script()).toBeNull();
    await press('Try again');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await waitFor(() => expect(script()).not.toBeNull());
  });
});
