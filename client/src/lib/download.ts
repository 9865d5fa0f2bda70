import { connection } from './graphql/client';
import { NoResponseError, ProblemError } from './graphql/errors';
import { withLanguage } from './graphql/fetch';

const first = (value: unknown): unknown => (Array.isArray(value) ? (value as unknown[])[0] : value);

/** Error message from the server: `error.message`, or the first field error. */
async function refusalOf(response: Response): Promise<ProblemError> {
  const body: unknown = await response.json().catch(() => null);
  const fields = typeof body === 'object' && body !== null ? Object.values(body) : [];
  const found: unknown = first(fields[0]);
  const message = typeof found === 'object' && found !== null && 'message' in found ? found.message : found;
  return new ProblemError({ message: typeof message === 'string' ? message : '', code: String(response.status) });
}

/**
 * Downloads a file with the bearer token. Not a plain link, because the token must not be in a URL.
 *
 * @throws {ProblemError} if the server rejects the request; its code is the HTTP status.
 * @throws {NoResponseError} if it does not respond.
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

/** Saves content as a file. */
function saveFile(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
