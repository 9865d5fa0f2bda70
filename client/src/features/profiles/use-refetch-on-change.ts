import { useEffect, useRef } from 'react';

/** Calls `refetch` when `version` has changed. */
export function useRefetchOnChange(refetch: () => Promise<unknown>, version: string): void {
  const last = useRef(version);
  useEffect(() => {
    if (last.current === version) return;
    last.current = version;
    void refetch();
  }, [refetch, version]);
}
