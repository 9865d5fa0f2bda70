import type { ReactNode } from 'react';
import { leakPath, personPath } from '@/lib/paths';
import { Link } from './link';

/** Link to the page of a person, by the id of an email account or a monitored email. */
export const PersonLink = ({ id, children }: { id: string; children: ReactNode }) => (
  <Link look="quiet" to={personPath(id)}>
    {children}
  </Link>
);

/** Link to the page of a leak; only the title where the leak is hidden from the reader, which leaves the name empty. */
export function LeakLink({ name, children }: { name: string; children: ReactNode }) {
  return name === '' ? (
    children
  ) : (
    <Link look="quiet" to={leakPath(name)}>
      {children}
    </Link>
  );
}
