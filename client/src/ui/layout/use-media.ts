import { useMemo, useSyncExternalStore } from 'react';

/** Whether a media query matches. */
export function useMedia(query: string): boolean {
  const [subscribe, read] = useMemo(() => {
    const media = matchMedia(query);
    return [
      (listener: () => void) => {
        media.addEventListener('change', listener);
        return () => media.removeEventListener('change', listener);
      },
      () => media.matches,
    ] as const;
  }, [query]);
  return useSyncExternalStore(subscribe, read);
}
