import type { HTMLAttributes } from 'react';
import { classes } from '@/ui/classes';

/** Option of a listbox, with the properties that `useListbox` gives it. */
export const ListboxOption = ({ className, ...option }: HTMLAttributes<HTMLElement>) => (
  <div
    {...option}
    className={classes(
      'min-h-9 cursor-pointer rounded-md px-2.5 text-base text-ink wrap-anywhere',
      option['aria-selected'] === true && 'bg-ink/7 forced-colors:outline',
      className,
    )}
  />
);
