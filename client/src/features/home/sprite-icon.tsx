import { classes } from '@/ui/classes';

/**
 * An icon that the content names. The server's template knows no components by name, so all icons lie in one file
 * (`public/home-icons.svg`); a name that is not there draws nothing.
 */
export function SpriteIcon({ name, className }: { name: string; className?: string }) {
  return (
    <svg aria-hidden="true" width={20} height={20} className={classes('shrink-0', className)}>
      <use href={`/home-icons.svg#${name}`} />
    </svg>
  );
}
