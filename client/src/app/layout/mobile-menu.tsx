import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { Logo } from '@/ui/display/logo';
import { IconButton } from '@/ui/form/icon-button';
import { Navigation } from './navigation';

/** The menu closes at this width (spec §9). */
const WIDE = '(min-width: 1024px)';

/** Navigation of narrow screens, over the page. */
export function MobileMenu({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { t } = useTranslation();

  useEffect(() => {
    const wide = matchMedia(WIDE);
    const closeWhenWide = () => {
      if (wide.matches) onOpenChange(false);
    };
    wide.addEventListener('change', closeWhenWide);
    return () => wide.removeEventListener('change', closeWhenWide);
  }, [onOpenChange]);

  const close = () => onOpenChange(false);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          data-toasts="hidden"
          aria-label={t('layout.navigation')}
          className="fixed inset-y-0 start-0 z-30 flex w-72 max-w-[calc(100vw-3rem)] flex-col border-e border-line bg-surface text-ink shadow-dialog transition-[translate,opacity] duration-180 ease-settle outline-none data-ending-style:-translate-x-8 rtl:data-ending-style:translate-x-8 data-ending-style:opacity-0 data-starting-style:-translate-x-8 rtl:data-starting-style:translate-x-8 data-starting-style:opacity-0"
        >
          <div className="flex h-14 items-center justify-between pe-3 ps-5">
            <RouterLink to={paths.home} onClick={close} aria-label={t('layout.homepage')} className="flex rounded-xs">
              <Logo name={t('name')} />
            </RouterLink>
            <Dialog.Close render={<IconButton label={t('layout.closeMenu')} icon={<X />} />} />
          </div>
          <nav aria-label={t('layout.navigation')} className="flex min-h-0 flex-1">
            <Navigation onNavigate={close} />
          </nav>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
