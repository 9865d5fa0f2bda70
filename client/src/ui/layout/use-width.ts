import { type RefObject, useLayoutEffect, useState } from 'react';

/** The width of an element in pixels, kept up to date; undefined until it is measured, or where nothing is laid out. */
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
