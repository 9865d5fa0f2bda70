import { classes } from '@/ui/classes';
import { initials } from './initials';

interface MonogramProps {
  /** Name of a leak, site or person; it determines letters and colour. */
  name: string;
  /** Size in pixels. */
  size?: number;
  round?: boolean;
}

const HUES = 24;

/** Hue in degrees, the same for a name in every session. */
export function hueOf(name: string): number {
  let hash = 0;
  for (const character of name.toLowerCase()) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return (hash % HUES) * (360 / HUES);
}

/** Letters of a name: of its words, or of a domain without its ending. */
const lettersOf = (name: string): string => {
  const site = /^(?:[\w-]+\.)+[a-z]{2,}$/i.test(name) ? (name.split('.').at(-2) ?? name) : name;
  return initials(site.replaceAll(/[^\p{L}\p{N}\s]+/gu, ' ')) || '?';
};

/**
 * Tile drawn from a name, instead of a logo; nothing is fetched. Decorative, next to the name. Lightness is fixed, so every hue
 * has the same contrast (monogram.test.tsx).
 */
export function Monogram({ name, size = 32, round = false }: MonogramProps) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'inline-grid shrink-0 place-items-center overflow-hidden bg-[oklch(93%_0.045_var(--hue))] font-semibold text-[oklch(38%_0.09_var(--hue))] select-none dark:bg-[oklch(27%_0.05_var(--hue))] dark:text-[oklch(86%_0.08_var(--hue))] forced-colors:border',
        round ? 'rounded-full' : 'rounded-md',
      )}
      style={{ width: size, height: size, fontSize: size * 0.39, ['--hue' as string]: hueOf(name) }}
    >
      {lettersOf(name)}
    </span>
  );
}
