import { Laptop } from 'lucide-react';

/** Sign of an infected device; decorative, next to its name. `size` in pixels. */
export const DeviceTile = ({ size }: { size: number }) => (
  <span
    aria-hidden="true"
    style={{ width: size, height: size }}
    className="inline-grid shrink-0 place-items-center rounded-md bg-inverse text-on-inverse dark:bg-ink/12 dark:text-ink forced-colors:border"
  >
    <Laptop style={{ width: size / 2, height: size / 2 }} />
  </span>
);
