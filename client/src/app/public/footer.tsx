import { useTranslation } from 'react-i18next';
import { reopenConsent } from '@/lib/consent/consent';
import { useContent } from '@/lib/content/content';
import { contentHref } from '@/lib/content/content-href';
import type { Footer as FooterContent } from '@/lib/content/page-data';
import { Repeat, When } from '@/lib/content/template';
import { paths } from '@/lib/paths';
import { useEnabledFeatures } from '@/lib/site-settings/enabled-features';
import { classes } from '@/ui/classes';
import { PageLink } from '@/ui/layout/page-link';
import { LanguageSelector } from './language-selector';
import { ThemeChoice } from './theme-choice';

const LINK =
  'inline-flex min-h-6 items-center rounded-xs font-medium underline-offset-4 hover:text-ink hover:underline';

/** Footer of the public pages: the operator's content and, unless it is static, language and theme. */
export function Footer({ isStatic = false }: { isStatic?: boolean }) {
  const { t } = useTranslation();
  const features = useEnabledFeatures();
  const { footer } = useContent();
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-8 gap-y-5 px-4 py-8 text-base text-ink-secondary sm:px-6">
        {footer && <FooterTexts footer={footer} />}
        <When value={features.leakPages}>
          {/* A page of the server, not of the application. */}
          <a href="/leaks" className={LINK}>
            {t('public.leaks')}
          </a>
        </When>
        <When value={features.addressCheck}>
          <PageLink to={paths.addressCheck} className={LINK}>
            {t('public.addressCheck')}
          </PageLink>
        </When>
        <When value={features.optOuts}>
          <PageLink to={paths.optOut} className={LINK}>
            {t('public.optOut')}
          </PageLink>
        </When>
        {!isStatic && (
          <>
            <button type="button" onClick={reopenConsent} className={classes(LINK, 'noscript:invisible')}>
              {t('cookies.settings')}
            </button>
            <div className="ms-auto flex flex-wrap items-center gap-3">
              <LanguageSelector />
              <ThemeChoice />
            </div>
          </>
        )}
      </div>
    </footer>
  );
}

/** Texts and links of the operator. */
export function FooterTexts({ footer }: { footer: FooterContent }) {
  return (
    <>
      <p>{footer.copyrightText}</p>
      <ul className="flex flex-wrap gap-x-6 gap-y-2">
        <Repeat items={footer.links}>
          {(link) => (
            <li>
              <a href={contentHref(link.linkURL)} className={LINK}>
                {link.linkText}
              </a>
            </li>
          )}
        </Repeat>
      </ul>
    </>
  );
}
