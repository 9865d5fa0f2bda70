/** Look of a skip link. */
export const SKIP_LINK =
  'fixed top-2 start-2 z-50 -translate-y-16 rounded-md bg-inverse px-3 py-2 text-sm font-medium text-on-inverse focus-visible:translate-y-0';

/**
 * Skips the navigation by focusing the element with this id, which needs `tabIndex={-1}`. Not a hash link, because the router
 * uses the hash.
 */
export function SkipLink({ targetId, label }: { targetId: string; label: string }) {
  return (
    <button type="button" onClick={() => document.getElementById(targetId)?.focus()} className={SKIP_LINK}>
      {label}
    </button>
  );
}
