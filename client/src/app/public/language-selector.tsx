import { ChevronDown, Globe } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { nameOfLanguage } from '@/i18n/language';
import { useOfferedLanguages } from '@/lib/content/languages';
import { chooseLanguage } from '@/lib/session/language';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';

/**
 * Language selector; hidden if the content service has only one language. A transparent native select overlays the label, so
 * that the width fits the current name and keyboard, touch and screen readers get a native control.
 */
export function LanguageSelector() {
  const { t, i18n } = useTranslation();
  const languages = useOfferedLanguages();
  if (languages.length < 2) return null;
  return (
    <label className="relative inline-flex h-9 items-center gap-2 rounded-md px-2 text-sm text-ink-secondary hover:bg-ink/5 hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <Globe aria-hidden="true" className="size-4" />
      <VisuallyHidden>{t('language')}</VisuallyHidden>
      <span aria-hidden="true" lang={i18n.language}>
        {nameOfLanguage(i18n.language)}
      </span>
      <ChevronDown aria-hidden="true" className="size-3.5" />
      <select
        value={i18n.language}
        onChange={(event) => void chooseLanguage(event.target.value)}
        className="absolute inset-0 cursor-pointer appearance-none bg-raised text-base text-ink opacity-0"
      >
        {languages.map(({ value, label }) => (
          <option key={value} value={value} lang={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
