import { Laptop } from 'lucide-react';
import { Monogram } from '@/ui/display/monogram';
import type { IncidentRow } from './use-inbox';

/** Sign of an infected device, or the monogram of a leak; decorative, next to the title. */
export function IncidentTile({ incident: { leak, title }, size }: { incident: IncidentRow; size: number }) {
  if (leak) return <Monogram name={leak.title || title} size={size} />;
  return (
    <span
      aria-hidden="true"
      style={{ width: size, height: size }}
      className="inline-grid shrink-0 place-items-center rounded-md bg-inverse text-on-inverse forced-colors:border"
    >
      <Laptop style={{ width: size / 2, height: size / 2 }} />
    </span>
  );
}
