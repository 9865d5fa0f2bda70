/** Progress line above rows that are being refreshed. */
export function RefreshBar() {
  return (
    <div aria-hidden="true" className="absolute inset-x-0 top-0 z-20 h-0.5 overflow-hidden rounded-t-lg">
      <div className="h-full w-1/3 animate-sweep rounded-full bg-accent rtl:[animation-name:sweep-back]" />
    </div>
  );
}
