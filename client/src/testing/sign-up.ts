import { storedAccount } from '@/lib/session/mappers';
import type { ViewerQuery } from '@/lib/session/session.generated';
import { sessionStore } from '@/lib/session/store';
import { dataResponse, loginSuccess, viewer } from './fixtures';
import { openAt } from './render';
import { api, server } from './server';
import { tokens } from './session';

type ViewerAccount = NonNullable<ViewerQuery['viewer']>;

interface Change {
  kind?: ViewerAccount['kind'];
  verified?: boolean;
  domains?: ViewerAccount['domains'];
  companyName?: string;
}

/** Account after sign-up, unverified by default. */
export function signedUp({
  kind = 'INDIVIDUAL',
  verified = false,
  domains = [],
  companyName = 'Acme',
}: Change = {}): ViewerAccount {
  const { viewer: whole } = viewer();
  if (!whole) throw new Error('The fixture has an account.');
  return {
    ...whole,
    kind,
    org: kind === 'ORGANIZATION' ? { __typename: 'Organization', companyName } : null,
    user: { ...whole.user, email: 'ada@acme.test', isEmailVerified: verified },
    domains,
  };
}

export const domain = (change: Partial<ViewerAccount['domains'][number]> = {}): ViewerAccount['domains'][number] => ({
  __typename: 'Domain',
  id: 'domain-1',
  domain: 'acme.test',
  domainTxt: 'breachlight-verification=0a1b2c',
  domainTxtSecret: '0a1b2c',
  isEnabled: true,
  isVerified: false,
  ...change,
});

/** Response to a sign-up, or to a verification that logs in, without its typename. */
export function signedIn(account: ViewerAccount) {
  const { login } = loginSuccess();
  if (login.__typename !== 'LoginSuccess') throw new Error('The fixture is a success.');
  return { message: 'Welcome', tokens: login.tokens, account };
}

/** Opens a page with the session of an account that the mock server also returns. */
export function openSignedUp(address: string, account: ViewerAccount): ReturnType<typeof openAt> {
  sessionStore.dispatch({ kind: 'logged-in', tokens: tokens({ now: Date.now() }), account: storedAccount(account) });
  const page = openAt(address, { session: false });
  server.use(api.query('Viewer', () => dataResponse({ viewer: account })));
  return page;
}
