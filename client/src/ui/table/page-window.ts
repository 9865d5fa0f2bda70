/** Page numbers to offer around a page: always the first, the last and the neighbours; undefined stands for a gap. */
export function pageWindow(page: number, pageCount: number): (number | undefined)[] {
  const wanted = [1, page - 1, page, page + 1, pageCount].filter((item) => item >= 1 && item <= pageCount);
  const pages = [...new Set(wanted)].toSorted((a, b) => a - b);
  return pages.flatMap((item, index) => {
    const before = pages[index - 1];
    if (before === undefined || item - before === 1) return [item];
    // A gap of one page is shown as that page: the dots would take the same room.
    return item - before === 2 ? [item - 1, item] : [undefined, item];
  });
}
