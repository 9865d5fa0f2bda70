/** Logs failures that the specification does not show to users (§8). Never pass secrets. */
export function logFailure(what: string, error: unknown): void {
  // Not a failure: the page was left, or a newer request replaced this one.
  if (error instanceof Error && error.name === 'AbortError') return;
  // oxlint-disable-next-line eslint/no-console -- the console is the log of a client
  console.error(`${what}:`, error instanceof Error ? `${error.name}: ${error.message}` : error);
}
