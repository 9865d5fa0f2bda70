import type { PublicationStatus } from './content-types.generated';

/** Draft preview: `status=draft` in the query or hash query (spec §4). */
export function contentStatus(address: { search: string; hash: string } = window.location): PublicationStatus {
  const hashQuery = address.hash.split('?').slice(1).join('?');
  const isDraft = [address.search, hashQuery].some((query) => new URLSearchParams(query).get('status') === 'draft');
  return isDraft ? 'DRAFT' : 'PUBLISHED';
}
