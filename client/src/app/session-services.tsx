import { SessionRefresh } from './session-refresh';
import { ToastLayer } from './toast-layer';

/** Homepage services for logged-in users only. */
export function SessionServices() {
  return (
    <>
      <SessionRefresh />
      <ToastLayer />
    </>
  );
}
