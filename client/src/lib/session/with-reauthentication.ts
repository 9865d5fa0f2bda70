const TOO_OLD = 'REAUTHENTICATION_REQUIRED';

/**
 * Asks the server, and once more after the user has confirmed the password, where it says that the log-in is too old.
 *
 * @returns what it answered at last; null when the user gave up.
 */
export async function withReauthentication<TResult extends object>(
  ask: () => Promise<TResult | undefined>,
  confirmPassword: () => Promise<boolean>,
): Promise<TResult | undefined | null> {
  const result = await ask();
  if (!result || !('code' in result) || result.code !== TOO_OLD) return result;
  return (await confirmPassword()) ? await ask() : null;
}
