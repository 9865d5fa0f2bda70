import { useTranslation } from 'react-i18next';
import { reopenConsent } from '@/lib/consent/consent';
import { useContent } from '@/lib/content/content';
import { contentHref } from '@/lib/content/content-href';
import { Repeat } from '@/lib/content/template';
import { LanguageSelector } from './language-selector';
import { ThemeChoice } from './theme-choice';

/** Footer of the public pages: the operator's content, language and theme. */
export function Footer() {
  const { t } = useTranslation();
  const { footer } = useContent();
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-8 gap-y-5 px-4 py-8 text-base text-ink-secondary sm:px-6">
        {footer && (
          <>
            <p>{footer.copyrightText}</p>
            <ul className="flex flex-wrap gap-x-6 gap-y-2">
              <Repeat items={footer.links}>
                {(link) => (
                  <li>
                    <a
                      href={contentHref(link.linkURL)}
                      className="inline-flex min-h-6 items-center rounded-xs font-medium underline-offset-4 hover:text-ink hover:underline"
                    >
                      {link.linkText}
                    </a>
                  </li>
                )}
              </Repeat>
            </ul>
          </>
        )}
        <button
          type="button"
          onClick={reopenConsent}
          className="inline-flex min-h-6 items-center rounded-xs font-medium underline-offset-4 hover:text-ink hover:underline noscript:invisible"
        >
          {t('cookies.settings')}
        </button>
        <div className="ms-auto flex flex-wrap items-center gap-3">
          <LanguageSelector />
          <ThemeChoice />
        </div>
      </div>
    </footer>
  );
}
