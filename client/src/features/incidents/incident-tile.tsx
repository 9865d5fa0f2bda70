import { DeviceTile } from '@/ui/display/device-tile';
import { Monogram } from '@/ui/display/monogram';
import type { IncidentRow } from './use-inbox';

/** Sign of an infected device, or the monogram of a leak; decorative, next to the title. */
export function IncidentTile({ incident: { leak, title }, size }: { incident: IncidentRow; size: number }) {
  if (leak) return <Monogram name={leak.title || title} size={size} />;
  return <DeviceTile size={size} />;
}
