/** Answer of a look-up: how often a password has leaked, or why that can't be said now. */
export type Answer =
  { kind: 'count'; count: number } | { kind: 'off' | 'preparing' | 'insecure' } | { kind: 'busy'; minutes: number };

const PREFIX_LENGTH = 5;

/** Looks a password up by the first five digits of its SHA-1; nothing else of it is sent. Rejects without a response. */
export async function lookUp(password: string): Promise<Answer> {
  // `crypto.subtle` exists in secure contexts only.
  if (!globalThis.isSecureContext) return { kind: 'insecure' };
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(password));
  const hash = [...new Uint8Array(digest)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
  const response = await fetch(`/range/${hash.slice(0, PREFIX_LENGTH)}`, { headers: { 'Add-Padding': 'true' } });
  if (response.status === 404) return { kind: 'off' };
  if (response.status === 503) return { kind: 'preparing' };
  if (response.status === 429) {
    return { kind: 'busy', minutes: Math.max(1, Math.ceil(Number(response.headers.get('Retry-After')) / 60)) };
  }
  if (!response.ok) throw new Error(`The look-up failed with status ${String(response.status)}`);
  const suffix = `${hash.slice(PREFIX_LENGTH)}:`;
  const line = (await response.text()).split('\r\n').find((one) => one.startsWith(suffix));
  return { kind: 'count', count: line === undefined ? 0 : Number(line.slice(suffix.length)) };
}
