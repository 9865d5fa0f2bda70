import type { ReactNode } from 'react';

/** Common base of all drawings: the unlit records of the logo. */
function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 160 96" width={160} height={96} fill="none" aria-hidden="true">
      {children}
    </svg>
  );
}

const RECORD = 'fill-line-strong';

/** Nothing yet: dark records. */
export function NoneYet() {
  return (
    <Drawing>
      {[8, 28, 48, 68].map((y, index) => (
        <rect key={y} x={28} y={y} width={104 - index * 10} height={12} rx={3} className="fill-line" />
      ))}
      <path d="M116 4h12a4 4 0 0 1 4 4v12h-30z" className="fill-accent" fillOpacity={0.25} />
      <path d="M116 4h12a4 4 0 0 1 4 4" className="stroke-accent" strokeWidth={2} strokeLinecap="round" />
    </Drawing>
  );
}

/** All clear: every record lit and ticked. */
export function AllClear() {
  return (
    <Drawing>
      <path d="M108 2h20a4 4 0 0 1 4 4v76H44z" className="fill-accent" fillOpacity={0.12} />
      {[10, 36, 62].map((y) => (
        <g key={y}>
          <rect
            x={28}
            y={y}
            width={104}
            height={20}
            rx={4}
            className="fill-raised stroke-line-strong"
            strokeWidth={1.5}
          />
          <path
            d={`M38 ${y + 10.5}l3.5 3.5 6.5-7.5`}
            className="stroke-accent"
            strokeWidth={2.25}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
          <rect x={58} y={y + 7.5} width={y === 36 ? 38 : 52} height={5} rx={2.5} className={RECORD} />
        </g>
      ))}
    </Drawing>
  );
}

/** No match: the beam falls between records. */
export function NoMatch() {
  return (
    <Drawing>
      <path d="M104 6h24a4 4 0 0 1 4 4v38H72z" className="fill-accent" fillOpacity={0.2} />
      <path d="M28 6h66l-9 12H28a4 4 0 0 1-4-4v-4a4 4 0 0 1 4-4z" className={RECORD} />
      <path d="M28 28h50l-9 12H28a4 4 0 0 1-4-4v-4a4 4 0 0 1 4-4z" className={RECORD} />
      <rect
        x={24.75}
        y={50.75}
        width={106.5}
        height={10.5}
        rx={3.25}
        className="stroke-accent"
        strokeWidth={1.5}
        strokeDasharray="4 4"
      />
      <rect x={24} y={72} width={108} height={12} rx={4} className={RECORD} />
    </Drawing>
  );
}
