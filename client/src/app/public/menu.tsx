import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

const ID = 'public-menu';
/** At this width the menu closes and its links are part of the bar (spec §9). */
const WIDE = '(min-width: 1024px)';

/**
 * Links of the public navbar. On narrow screens they are a native popover, which works without scripts, closes on Escape or an
 * outside click and restores the focus.
 */
export function Menu({ children }: { children: ReactNode }) {
  const menu = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const wide = matchMedia(WIDE);
    const closeWhenWide = () => {
      if (wide.matches) close(menu.current);
    };
    wide.addEventListener('change', closeWhenWide);
    return () => wide.removeEventListener('change', closeWhenWide);
  }, []);

  const closeOnLink = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a')) close(menu.current);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- closes the menu when a link inside it is activated
    <div
      ref={menu}
      id={ID}
      popover="auto"
      onClick={closeOnLink}
      className="bg-transparent max-lg:absolute max-lg:inset-x-0 max-lg:top-16 max-lg:bottom-auto max-lg:w-full max-lg:flex-col max-lg:border-b max-lg:border-line max-lg:bg-raised max-lg:p-4 max-lg:text-ink max-lg:shadow-popover max-lg:open:flex max-lg:sm:px-6 lg:static lg:flex lg:flex-1 lg:items-center lg:gap-1 lg:overflow-visible"
    >
      {children}
    </div>
  );
}

/** Menu button of narrow screens. */
export function MenuButton() {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      popoverTarget={ID}
      aria-label={t('public.menu')}
      className="order-last -me-2 inline-flex size-10 items-center justify-center rounded-md text-ink transition-colors duration-100 hover:bg-ink/6 lg:hidden"
    >
      <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5 fill-none stroke-current stroke-[1.75]">
        <path strokeLinecap="round" d="M3 5h14M3 10h14M3 15h14" />
      </svg>
    </button>
  );
}

/** Browsers without popover support show the menu in the page, with nothing to close. */
function close(menu: HTMLElement | null): void {
  if (menu?.matches(':popover-open')) menu.hidePopover();
}
