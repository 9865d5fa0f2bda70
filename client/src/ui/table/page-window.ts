/** Page numbers to show: first, last and neighbours of the current page; undefined for a gap. */
export function pageWindow(page: number, pageCount: number): (number | undefined)[] {
  const wanted = [1, page - 1, page, page + 1, pageCount].filter((item) => item >= 1 && item <= pageCount);
  const pages = [...new Set(wanted)].toSorted((a, b) => a - b);
  return pages.flatMap((item, index) => {
    const before = pages[index - 1];
    if (before === undefined || item - before === 1) return [item];
    // Show a single skipped page instead of a gap of the same size.
    return item - before === 2 ? [item - 1, item] : [undefined, item];
  });
}
