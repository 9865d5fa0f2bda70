import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { Blocks } from '@/features/home/home-page';
import { loadTexts } from '@/i18n';
import { directionOf } from '@/i18n/language';
import { setContent } from '@/lib/content/content';
import { contentTemplate, enabledFeaturesTemplate } from '@/lib/content/template-content';
import { EnabledFeaturesContext } from '@/lib/site-settings/enabled-features';
import { ALL_DISABLED } from '@/lib/site-settings/site-settings';
import { PublicFrame } from './public/public-frame';

interface Rendered {
  markup: string;
  direction: 'ltr' | 'rtl';
}

/** Renders the homepage in one language as a Jinja template; run by the build (build/prerender.ts). */
export async function renderHomepage(language: string): Promise<Rendered & { title: string }> {
  await i18next.changeLanguage(language);
  await loadTexts('home');
  const { homepage, footer } = contentTemplate();
  setContent({ locale: language, isCurrent: true, homepage, footer, locales: [], settings: ALL_DISABLED });
  const markup = renderToStaticMarkup(
    <EnabledFeaturesContext value={enabledFeaturesTemplate()}>
      <PublicFrame>
        <Blocks homepage={homepage} />
      </PublicFrame>
    </EnabledFeaturesContext>,
  );
  return { title: i18next.t('home:title'), markup, direction: directionOf(language) };
}

/** Renders navbar and footer in one language, around a placeholder for a page that the server writes. */
export async function renderFrame(language: string): Promise<Rendered> {
  await i18next.changeLanguage(language);
  const { homepage, footer } = contentTemplate();
  setContent({ locale: language, isCurrent: true, homepage, footer, locales: [], settings: ALL_DISABLED });
  const markup = renderToStaticMarkup(
    <EnabledFeaturesContext value={enabledFeaturesTemplate()}>
      <PublicFrame isStatic>{'{{ content }}'}</PublicFrame>
    </EnabledFeaturesContext>,
  );
  // Outside the homepage, the application's own paths begin at the root.
  const rooted = markup.replaceAll('href="#/', 'href="/#/').replaceAll('href="#{{', 'href="/#{{');
  return { markup: rooted, direction: directionOf(language) };
}
