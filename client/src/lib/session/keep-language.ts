import { connection } from '@/lib/graphql/client';
import { logFailure } from '@/lib/log';
import { keepAccount } from './keep-account';
import { KeepLanguageDocument } from './session.generated';

/** Keeps a language on the account of the session. A failure is only logged: in this browser the choice stands. */
export async function keepLanguage(language: string): Promise<void> {
  try {
    const { data } = await connection.client.mutate({
      mutation: KeepLanguageDocument,
      variables: { language },
      fetchPolicy: 'no-cache',
    });
    if (data?.updateProfile.__typename === 'UpdateProfileSuccess') keepAccount(data.updateProfile.account);
    else logFailure('The language could not be kept on the account', data?.updateProfile.message);
  } catch (error) {
    logFailure('The language could not be kept on the account', error);
  }
}
