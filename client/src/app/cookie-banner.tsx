import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { chooseConsent, useConsent } from '@/lib/consent/consent';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/form/button';
import { PageLink } from '@/ui/layout/page-link';

/** First element of the page, so that keyboards and screen readers reach it first. */
function usePlace(): HTMLElement {
  const [place] = useState(() => document.createElement('div'));
  useEffect(() => {
    document.body.prepend(place);
    return () => place.remove();
  }, [place]);
  return place;
}

/** Publishes the height of the banner, so that the page can reserve space and keep the focus visible. */
function useRoomBelow(shown: boolean) {
  const banner = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = banner.current;
    if (!shown || !element) return undefined;
    const root = document.documentElement;
    const measure = () => root.style.setProperty('--banner-height', `${element.offsetHeight}px`);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      root.style.removeProperty('--banner-height');
    };
  }, [shown]);
  return banner;
}

/**
 * Cookie banner (spec §2 and §4). Non-blocking; closes when answered in this or another tab.
 */
export function CookieBanner() {
  const { t } = useTranslation();
  const { consent, asked } = useConsent();
  const place = usePlace();
  const banner = useRoomBelow(asked);
  // Focus the banner if it was reopened on request.
  const again = asked && consent !== null;
  useEffect(() => {
    if (again) banner.current?.focus();
  }, [again, banner]);

  if (!asked) return null;
  return createPortal(
    <section
      ref={banner}
      tabIndex={-1}
      aria-label={t('cookies.label')}
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line-strong bg-raised shadow-popover outline-none print:hidden"
    >
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 gap-y-3 px-4 py-4 sm:px-6">
        <p className="min-w-0 flex-1 basis-72 text-base text-ink">
          {t('cookies.text')}{' '}
          <PageLink to={paths.privacy} className="font-medium text-accent-text underline underline-offset-4">
            {t('cookies.more')}
          </PageLink>
        </p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => chooseConsent('all')}>{t('cookies.all')}</Button>
          <Button onClick={() => chooseConsent('necessary')}>{t('cookies.necessary')}</Button>
        </div>
      </div>
    </section>,
    place,
  );
}
