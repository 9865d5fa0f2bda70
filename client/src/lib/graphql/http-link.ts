import { type ApolloLink, HttpLink } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * HTTP with the SHA-256 of each document in its place: the server lists those of its own version. The text follows if it doesn't
 * know the digest, and is sent at once where browsers compute none: on `http:`, except on localhost.
 */
export function createHttpLink(options: HttpLink.Options): ApolloLink {
  const http = new HttpLink(options);
  return 'subtle' in crypto ? new PersistedQueryLink({ sha256 }).concat(http) : http;
}
