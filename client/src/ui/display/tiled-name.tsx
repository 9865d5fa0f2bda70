import type { ReactNode } from 'react';
import { Monogram } from './monogram';

interface TiledNameProps {
  /** Site or leak; it determines the tile. */
  name: string;
  /** Usually a link with the name. */
  children: ReactNode;
}

/** Name of a site or leak behind its tile, on one line in tables. */
export const TiledName = ({ name, children }: TiledNameProps) => (
  <span className="flex min-w-0 items-center gap-2 in-[li]:justify-end">
    <Monogram name={name} size={24} />
    <span className="min-w-0 in-[td]:truncate">{children}</span>
  </span>
);
