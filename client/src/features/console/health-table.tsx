import type { ReactNode } from 'react';

interface HealthTableProps {
  caption: string;
  columns: readonly string[];
  /** One cell per column; the first names the row. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  /** Shown if there are no rows. */
  none: string;
}

/** Small table of figures; scrolls on narrow screens. */
export function HealthTable({ caption, columns, rows, none }: HealthTableProps) {
  if (rows.length === 0) return <p className="text-base text-ink-muted">{none}</p>;
  return (
    <div
      className="overflow-x-auto"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard scrolling of content without controls
      tabIndex={0}
      role="region"
      aria-label={caption}
    >
      <table className="w-full border-collapse text-base">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line-strong text-xs text-ink-muted">
            {columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={
                  index === 0 ? 'py-2 pe-3 text-start font-medium' : 'py-2 ps-4 text-end font-medium whitespace-nowrap'
                }
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...values] }) => (
            <tr key={key} className="border-b border-line last:border-0">
              <th scope="row" className="py-2 pe-3 text-start font-normal whitespace-nowrap">
                {name}
              </th>
              {values.map((value, index) => (
                <td key={columns[index + 1]} className="py-2 ps-4 text-end whitespace-nowrap tabular-nums">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
