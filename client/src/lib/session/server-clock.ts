/** Tolerance in milliseconds: the Date header has whole seconds and arrives late. */
const TOLERATED_MILLISECONDS = 30_000;

let offset = 0;

/**
 * Derives the server's clock from the Date header. Token times are server times; a browser clock that is an hour off would
 * otherwise refresh every second or never.
 */
export function observeServerDate(header: string | null): void {
  const serverTime = header === null ? Number.NaN : Date.parse(header);
  if (Number.isNaN(serverTime)) return;
  const difference = serverTime - Date.now();
  offset = Math.abs(difference) > TOLERATED_MILLISECONDS ? difference : 0;
}

/** Estimated server time in milliseconds since 1970, UTC. */
export const serverNow = (): number => Date.now() + offset;
