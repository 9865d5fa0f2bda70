import { Notices } from './notices';
import { SessionKeeper } from './session-keeper';

/** What the homepage can do without for a moment: notices, and the renewal of a session. */
export function AfterPaint() {
  return (
    <>
      <SessionKeeper />
      <Notices />
    </>
  );
}
