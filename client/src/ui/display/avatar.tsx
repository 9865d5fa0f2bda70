import { useState } from 'react';
import { initials } from './initials';

interface AvatarProps {
  /** The name that stands beside it, or that it stands for. */
  name: string;
  src?: string | undefined;
  /** Edge in pixels. */
  size?: number;
}

/** A picture of who is signed in, or the initials. It is decoration: the name stands beside it in words. */
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
