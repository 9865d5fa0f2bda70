import { connection } from '@/lib/graphql/client';
import { logFailure } from '@/lib/log';
import { SaveLanguageDocument } from './session.generated';
import { syncAccount } from './sync-account';

/** Stores the language on the account. Failures are only logged, because the choice is kept in this browser. */
export async function saveLanguage(language: string): Promise<void> {
  try {
    const { data } = await connection.client.mutate({
      mutation: SaveLanguageDocument,
      variables: { language },
      fetchPolicy: 'no-cache',
    });
    if (data?.updateProfile.__typename === 'UpdateProfileSuccess') syncAccount(data.updateProfile.account);
    else logFailure('The language could not be kept on the account', data?.updateProfile.message);
  } catch (error) {
    logFailure('The language could not be kept on the account', error);
  }
}
