import { connection } from './graphql/client';
import { NoResponseError, ProblemError } from './graphql/errors';
import { withLanguage } from './graphql/fetch';

const first = (value: unknown): unknown => (Array.isArray(value) ? (value as unknown[])[0] : value);

/** What the server refused, in its own words: `error.message`, or the first message of a field. */
async function refusalOf(response: Response): Promise<ProblemError> {
  const body: unknown = await response.json().catch(() => null);
  const fields = typeof body === 'object' && body !== null ? Object.values(body) : [];
  const found: unknown = first(fields[0]);
  const message = typeof found === 'object' && found !== null && 'message' in found ? found.message : found;
  return new ProblemError({ message: typeof message === 'string' ? message : '', code: String(response.status) });
}

/**
 * Fetches a file with the bearer token and hands it to the browser. Not a plain link: the token must not stand in an address.
 *
 * @throws {ProblemError} when the server refuses; its code is the HTTP status.
 * @throws {NoResponseError} when it does not answer.
 */
export async function downloadFile(
  address: string,
  fileName: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
): Promise<void> {
  const token = await connection.refresher.freshToken();
  let content: Blob;
  try {
    const headers = withLanguage({ ...init.headers, Authorization: `Bearer ${token ?? ''}` });
    const response = await fetch(address, { ...init, headers });
    if (!response.ok) throw await refusalOf(response);
    content = await response.blob();
  } catch (cause) {
    if (cause instanceof ProblemError) throw cause;
    throw new NoResponseError({ timedOut: false, cause });
  }
  saveFile(content, fileName);
}

/** Hands content to the browser as a file. */
function saveFile(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
