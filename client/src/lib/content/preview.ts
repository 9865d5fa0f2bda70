import type { PublicationStatus } from './content-types.generated';

/** Drafts are shown when the query of the address, or that of its hash, has `status=draft` (spec §4). */
export function contentStatus(address: { search: string; hash: string } = window.location): PublicationStatus {
  const hashQuery = address.hash.split('?').slice(1).join('?');
  const isDraft = [address.search, hashQuery].some((query) => new URLSearchParams(query).get('status') === 'draft');
  return isDraft ? 'DRAFT' : 'PUBLISHED';
}
