import { webcrypto } from 'node:crypto';
import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { axeViolations, openAt } from '@/testing/render';
import { server } from '@/testing/server';

const PASSWORD = 'Blue-otters-42';
/** Another hash, of which only the suffix matters. */
const HASH = 'F5F2ADFDA4E55E2F8B9C0A0B2C0B6C5F1E2D3C4B';

async function hashOf(text: string): Promise<string> {
  const digest = await webcrypto.subtle.digest('SHA-1', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}

/** Answers look-ups and keeps what was asked. */
function answering(respond: (suffix: string) => HttpResponse<string>) {
  const asked: Request[] = [];
  server.use(
    http.get('*/range/:prefix', async ({ request }) => {
      asked.push(request);
      return respond((await hashOf(PASSWORD)).slice(5));
    }),
  );
  return asked;
}

async function check(password: string) {
  const page = openAt('/password-check', { session: false });
  const field = await screen.findByLabelText('Password');
  if (password !== '') await page.user.type(field, password);
  await page.user.click(screen.getByRole('button', { name: 'Check password' }));
  return page;
}

// jsdom has no `crypto.subtle`.
beforeEach(() => {
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('crypto', webcrypto);
});
afterEach(() => vi.unstubAllGlobals());

describe('the password check', () => {
  // spec: X28
  it('says how often a password has leaked and sends five digits of its hash', async () => {
    const asked = answering((suffix) =>
      HttpResponse.text(`${HASH.slice(5)}:7\r\n${suffix}:1234\r\n${HASH.slice(5)}:0`),
    );
    await check(PASSWORD);
    expect(await screen.findByText('This password has leaked')).toBeVisible();
    expect(screen.getByText(/It's in our leaks 1,234 times\./)).toBeVisible();
    expect(asked).toHaveLength(1);
    expect(new URL(asked[0]?.url ?? '').pathname).toBe(`/range/${(await hashOf(PASSWORD)).slice(0, 5)}`);
    expect(asked[0]?.headers.get('Add-Padding')).toBe('true');
    expect(document.title).toBe('Has a password leaked?');
    expect(await axeViolations()).toEqual([]);
  });

  it('takes padding for what it is', async () => {
    answering((suffix) => HttpResponse.text(`${suffix}:0`));
    await check(PASSWORD);
    expect(await screen.findByText('Not found')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('says nothing of a password that is changed afterwards', async () => {
    answering(() => HttpResponse.text(''));
    const { user } = await check(PASSWORD);
    expect(await screen.findByText('Not found')).toBeVisible();
    await user.type(screen.getByLabelText('Password'), '1');
    expect(screen.queryByText('Not found')).not.toBeInTheDocument();
  });

  it('asks for a password', async () => {
    const asked = answering(() => HttpResponse.text(''));
    await check('');
    expect(await screen.findByText('Enter a password.')).toBeVisible();
    expect(screen.getByLabelText('Password')).toBeInvalid();
    expect(asked).toEqual([]);
  });

  it.each([
    [404, {}, 'This check is turned off.'],
    [503, {}, 'The leaked passwords are being prepared. Try again in a few minutes.'],
    [429, { 'Retry-After': '61' }, 'Too many checks. Try again in 2 minutes.'],
    [429, { 'Retry-After': '5' }, 'Too many checks. Try again in a minute.'],
  ])('explains status %i with %j', async (status, headers, text) => {
    answering(() => HttpResponse.text('', { status, headers }));
    await check(PASSWORD);
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('explains a failure', async () => {
    server.use(http.get('*/range/:prefix', () => HttpResponse.error()));
    await check(PASSWORD);
    expect(await screen.findByText(/connection|reach|went wrong/i)).toBeVisible();
  });

  it('never sends a password that it cannot hash', async () => {
    vi.stubGlobal('isSecureContext', false);
    const asked = answering(() => HttpResponse.text(''));
    await check(PASSWORD);
    expect(await screen.findByText(/Open this page over HTTPS\./)).toBeVisible();
    expect(asked).toEqual([]);
  });
});
