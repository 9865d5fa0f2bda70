import { connection } from '@/lib/graphql/client';
import { NoResponseError, ProblemError } from '@/lib/graphql/errors';

const ADDRESS = '/api/v1/account/export';
const FILE_NAME = 'breachlight-account.json';

/** What the server refused, in its own words. */
async function refusalOf(response: Response): Promise<ProblemError> {
  const body: unknown = await response.json().catch(() => null);
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  const message = typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : '';
  return new ProblemError({ message, code: String(response.status) });
}

/**
 * Fetches everything that the account holds and hands it to the browser as a file. Not a plain link: the token must not stand in
 * an address.
 *
 * @throws {ProblemError} when the server refuses.
 * @throws {NoResponseError} when it does not answer.
 */
export async function downloadExport(): Promise<void> {
  const token = await connection.refresher.freshToken();
  let content: Blob;
  try {
    const response = await fetch(ADDRESS, { headers: { Authorization: `Bearer ${token ?? ''}` } });
    if (!response.ok) throw await refusalOf(response);
    content = await response.blob();
  } catch (cause) {
    if (cause instanceof ProblemError) throw cause;
    throw new NoResponseError({ timedOut: false, cause });
  }
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = FILE_NAME;
  link.click();
  URL.revokeObjectURL(address);
}
