import * as z from 'zod/mini';
import { connection } from '@/lib/graphql/client';
import { NoResponseError, ProblemError } from '@/lib/graphql/errors';
import { withLanguage } from '@/lib/graphql/fetch';

const ADDRESS = '/api/v1/console/leaks';

const doneSchema = z.object({ added: z.number(), updated: z.number(), unchanged: z.number() });
const refusedSchema = z.union([
  z.object({ error: z.object({ message: z.string() }) }),
  z.object({ file: z.array(z.string()) }),
]);

/** How many leaks an import adds, changes, and leaves as they are. */
export type Imported = z.infer<typeof doneSchema>;

/**
 * Sends a file in the form of Have I Been Pwned's breaches; a preview changes nothing.
 *
 * @throws {ProblemError} if the server refuses.
 * @throws {NoResponseError} if it does not respond.
 */
export async function importLeaks(file: File, { isPreview }: { isPreview: boolean }): Promise<Imported> {
  const token = await connection.refresher.freshToken();
  const query = new URLSearchParams({ name: file.name.slice(0, 200), ...(isPreview && { preview: 'true' }) });
  let status: number;
  let body: unknown;
  try {
    const headers = withLanguage({ Authorization: `Bearer ${token ?? ''}`, 'Content-Type': 'application/json' });
    const response = await fetch(`${ADDRESS}?${query}`, { method: 'POST', headers, body: file });
    status = response.status;
    body = await response.json();
  } catch (cause) {
    throw new NoResponseError({ timedOut: false, cause });
  }
  const done = z.safeParse(doneSchema, body);
  if (done.success) return done.data;
  const refused = z.safeParse(refusedSchema, body);
  const message = refused.success ? ('error' in refused.data ? refused.data.error.message : refused.data.file[0]) : '';
  throw new ProblemError({ message: message ?? '', code: String(status) });
}
