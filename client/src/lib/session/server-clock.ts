/** Clocks this close are taken as equal: the Date header counts whole seconds and took its time to arrive. */
const TOLERATED_MILLISECONDS = 30_000;

let offset = 0;

/**
 * Learns the server's clock from the Date header of an answer. Token times are the server's: a browser whose clock is an hour
 * off would otherwise renew them every second or never.
 */
export function observeServerDate(header: string | null): void {
  const serverTime = header === null ? Number.NaN : Date.parse(header);
  if (Number.isNaN(serverTime)) return;
  const difference = serverTime - Date.now();
  offset = Math.abs(difference) > TOLERATED_MILLISECONDS ? difference : 0;
}

/** The server's time as far as known, in milliseconds since 1970, UTC. */
export const serverNow = (): number => Date.now() + offset;
