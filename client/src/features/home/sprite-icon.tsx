import { classes } from '@/ui/classes';

/**
 * Icon named by the content. All icons are in one file (`public/home-icons.svg`), because the server's template can't look up
 * components by name. An unknown name renders nothing.
 */
export function SpriteIcon({ name, className }: { name: string; className?: string }) {
  return (
    <svg aria-hidden="true" width={20} height={20} className={classes('shrink-0', className)}>
      <use href={`/home-icons.svg#${name}`} />
    </svg>
  );
}
