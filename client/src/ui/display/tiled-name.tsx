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
  <span className="inline-flex max-w-full min-w-0 items-center gap-2 align-middle">
    <Monogram name={name} size={20} />
    <span className="min-w-0 in-[td]:truncate">{children}</span>
  </span>
);
