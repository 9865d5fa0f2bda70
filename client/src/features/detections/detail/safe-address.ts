/** Characters that hide where an address leads: controls, spaces, and marks that change the direction of text. */
const HIDING = /[\p{C}\p{Z}\\]/u;

/**
 * Address of a leaked URL that may become a link; undefined for one that stays text: another scheme than HTTP and HTTPS, a
 * login before the host, an address that names a host in other letters than it seems to, or characters that hide the host.
 */
export function safeAddress(text: string): string | undefined {
  if (!/^https?:\/\/[^/]/i.test(text) || HIDING.test(text)) return undefined;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || /(?:^|\.)xn--/.test(url.hostname)) return undefined;
  return url.href;
}
