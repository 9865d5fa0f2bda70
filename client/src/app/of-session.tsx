import { Notices } from './notices';
import { SessionKeeper } from './session-keeper';

/** What only those need on the homepage who are logged in: visitors are told nothing, and have no session to renew. */
export function OfSession() {
  return (
    <>
      <SessionKeeper />
      <Notices />
    </>
  );
}
