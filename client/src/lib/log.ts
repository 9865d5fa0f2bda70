/** Failures of which the specification says that they are logged and not shown (§8). Never pass anything that holds a secret. */
export function logFailure(what: string, error: unknown): void {
  // oxlint-disable-next-line eslint/no-console -- the browser's console is the log of a client.
  console.error(`${what}:`, error instanceof Error ? `${error.name}: ${error.message}` : error);
}
