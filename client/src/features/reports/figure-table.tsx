import type { ReactNode } from 'react';
import { classes } from '@/ui/classes';

interface FigureTableProps {
  caption: string;
  /** Name of the first column, then those of the figures. */
  columns: readonly [string, ...string[]];
  rows: readonly { key: string; name: ReactNode; figures: readonly string[] }[];
  /** Shown if there are no rows. */
  none: string;
}

/** Table of a report: a name and figures per row. It prints as it is shown. */
export function FigureTable({ caption, columns, rows, none }: FigureTableProps) {
  if (rows.length === 0) return <p className="text-base text-ink-muted">{none}</p>;
  const [first, ...others] = columns;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable from the keyboard where it is narrow
    <div tabIndex={0} role="group" aria-label={caption} className="overflow-x-auto print:overflow-visible">
      <table className="w-full border-collapse text-base print:text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line-strong text-xs text-ink-muted">
            <th scope="col" className="py-2 pe-3 text-start align-bottom font-medium">
              {first}
            </th>
            {others.map((column) => (
              <th key={column} scope="col" className="py-2 ps-3 text-end align-bottom font-medium sm:min-w-24">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, figures }) => (
            <tr key={key} className="break-inside-avoid border-b border-line last:border-0">
              <th scope="row" className="w-full py-2 pe-3 print:py-1 text-start font-normal wrap-anywhere">
                {name}
              </th>
              {figures.map((figure, index) => (
                <td
                  key={others[index]}
                  className={classes(
                    'py-2 ps-3 text-end print:py-1 whitespace-nowrap tabular-nums',
                    index === 0 && 'font-medium',
                  )}
                >
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
