import type { ReactNode } from 'react';
import { devicePath, sitePath } from '@/lib/entity-paths';
import { leakPath, personPath } from '@/lib/paths';
import { Link } from './link';

interface PersonLinkProps {
  /** Of an email account or a monitored email. */
  id: string;
  /** Keeps weight and colour of the text, as in the names of rows. */
  isName?: boolean;
  children: ReactNode;
}

/** Link to the page of a person. */
export const PersonLink = ({ id, isName = false, children }: PersonLinkProps) => (
  <Link look={isName ? 'name' : 'quiet'} to={personPath(id)}>
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

/** Link to the page of an infected device, by the id of its incident (`incident.kind` is `DEVICE`). */
export const DeviceLink = ({ id, children }: { id: string; children: ReactNode }) => (
  <Link look="quiet" to={devicePath(id)}>
    {children}
  </Link>
);

interface SiteLinkProps {
  /** Host, or package name of an app. */
  name: string;
  /** `portals` for detections of the organization's own domains. */
  list?: 'workforce' | 'portals' | undefined;
  /** The name by default. */
  children?: ReactNode;
}

/** Link to the detections of a site or app. */
export const SiteLink = ({ name, list, children = <bdi dir="ltr">{name}</bdi> }: SiteLinkProps) => (
  <Link look="quiet" to={sitePath(name, list)}>
    {children}
  </Link>
);
