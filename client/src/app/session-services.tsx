import { SessionRefresh } from './session-refresh';
import { ToastLayer } from './toast-layer';

/** What only those need on the homepage who are logged in: visitors are told nothing, and have no session to renew. */
export function SessionServices() {
  return (
    <>
      <SessionRefresh />
      <ToastLayer />
    </>
  );
}
