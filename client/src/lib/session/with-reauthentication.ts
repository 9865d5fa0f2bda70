const TOO_OLD = 'REAUTHENTICATION_REQUIRED';

/**
 * Sends a request and, if it requires a recent login, sends it again after reauthentication.
 *
 * @returns the final response; null if the user cancelled.
 */
export async function withReauthentication<TResult extends object>(
  ask: () => Promise<TResult | undefined>,
  confirmPassword: () => Promise<boolean>,
): Promise<TResult | undefined | null> {
  const result = await ask();
  if (!result || !('code' in result) || result.code !== TOO_OLD) return result;
  return (await confirmPassword()) ? await ask() : null;
}
