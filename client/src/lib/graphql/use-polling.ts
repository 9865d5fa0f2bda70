import { useEffect } from 'react';

interface Pollable {
  startPolling: (milliseconds: number) => void;
  stopPolling: () => void;
}

/** Asks a query again every so many milliseconds, as long as they are given. */
export function usePolling({ startPolling, stopPolling }: Pollable, milliseconds: number | undefined): void {
  useEffect(() => {
    if (milliseconds === undefined) return undefined;
    startPolling(milliseconds);
    return stopPolling;
  }, [milliseconds, startPolling, stopPolling]);
}
