import { Tooltip as Base } from '@base-ui/react/tooltip';
import { type ReactElement, useState } from 'react';

interface TooltipProps {
  content: string;
  /** One focusable element with its own accessible name, which the tooltip only repeats. */
  children: ReactElement;
  side?: 'top' | 'bottom' | 'inline-start' | 'inline-end';
}

/** Short text on hover or focus. Never the only source of information. */
export function Tooltip({ content, children, side = 'top' }: TooltipProps) {
  // Portal next to the trigger, to stay inside its landmark.
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={350} />
      <span ref={setPlace} className="contents" />
      <Base.Portal container={place} className="absolute">
        <Base.Positioner side={side} sideOffset={6} positionMethod="fixed" className="z-40">
          <Base.Popup className="max-w-64 rounded-sm bg-inverse px-2 py-1 text-xs font-medium text-on-inverse shadow-popover transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0 forced-colors:border">
            {content}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
