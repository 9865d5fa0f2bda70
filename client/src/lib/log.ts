/** Logs failures that the specification does not show to users (§8). Never pass secrets. */
export function logFailure(what: string, error: unknown): void {
  // Nobody waits for it any more: another page was opened, or a newer request has replaced it.
  if (error instanceof Error && error.name === 'AbortError') return;
  // oxlint-disable-next-line eslint/no-console -- the console is the log of a client
  console.error(`${what}:`, error instanceof Error ? `${error.name}: ${error.message}` : error);
}
