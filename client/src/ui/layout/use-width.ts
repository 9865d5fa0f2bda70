import { type RefObject, useLayoutEffect, useState } from 'react';

/** Current width of an element in pixels; undefined until measured or without layout. */
export function useWidth(element: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const { current } = element;
    if (!current || typeof ResizeObserver !== 'function') return undefined;
    const measure = () => setWidth(current.clientWidth || undefined);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
