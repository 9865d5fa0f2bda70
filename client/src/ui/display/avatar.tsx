import { useState } from 'react';
import { initials } from './initials';

interface AvatarProps {
  /** Full name, for the initials. */
  name: string;
  src?: string | undefined;
  /** Size in pixels. */
  size?: number;
}

/** User picture or initials; decorative, next to the name. */
export function Avatar({ name, src, size = 28 }: AvatarProps) {
  const [failed, setFailed] = useState<string>();
  return (
    <span
      aria-hidden="true"
      className="inline-grid shrink-0 place-items-center overflow-hidden rounded-full border border-line-strong bg-sunken font-semibold text-ink-secondary select-none"
      style={{ width: size, height: size, fontSize: size * 0.39 }}
    >
      {src && failed !== src ? (
        <img src={src} alt="" className="size-full object-cover" onError={() => setFailed(src)} />
      ) : (
        initials(name)
      )}
    </span>
  );
}
