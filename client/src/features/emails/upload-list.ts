import * as z from 'zod/mini';
import { connection } from '@/lib/graphql/client';
import { NoResponseError, ProblemError } from '@/lib/graphql/errors';
import { withLanguage } from '@/lib/graphql/fetch';

const ADDRESS = '/api/v1/user/live-email-accounts';

const savedSchema = z.object({
  size: z.number(),
  accepted: z.number(),
  invalid: z.number(),
  foreign: z.number(),
  live: z.number(),
  gone: z.number(),
});
const refusedSchema = z.union([
  z.object({ error: z.object({ message: z.string() }) }),
  z.object({ emails: z.array(z.string()) }),
]);

/** Result of an upload: number of addresses in the list, and of active and inactive ones in detections. */
export type SavedList = z.infer<typeof savedSchema>;

/**
 * Upload a file with the active email accounts; the server finds the addresses in any column.
 *
 * @throws {ProblemError} if the server refuses.
 * @throws {NoResponseError} if it does not respond.
 */
export async function uploadList(file: Blob): Promise<SavedList> {
  const token = await connection.refresher.freshToken();
  let status: number;
  let body: unknown;
  try {
    const headers = withLanguage({ Authorization: `Bearer ${token ?? ''}`, 'Content-Type': 'text/csv' });
    const response = await fetch(ADDRESS, { method: 'PUT', headers, body: file });
    status = response.status;
    body = await response.json();
  } catch (cause) {
    throw new NoResponseError({ timedOut: false, cause });
  }
  const saved = z.safeParse(savedSchema, body);
  if (saved.success) return saved.data;
  const refused = z.safeParse(refusedSchema, body);
  const message = refused.success
    ? 'error' in refused.data
      ? refused.data.error.message
      : refused.data.emails[0]
    : '';
  throw new ProblemError({ message: message ?? '', code: String(status) });
}
