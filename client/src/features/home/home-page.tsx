import { useTranslation } from 'react-i18next';
import { useFreshContent } from '@/lib/content/content';
import type { Homepage } from '@/lib/content/page-data';
import { CallToAction } from './call-to-action';
import { Headline } from './headline';
import { Hero } from './hero';
import { Media } from './media';
import { Questions } from './questions';
import { RunYourself } from './run-yourself';
import { Screenshot } from './screenshot';
import { Testimonials } from './testimonials';

/** Homepage, with blocks from the content service (spec §1). */
export function HomePage() {
  const { t } = useTranslation('home');
  const { homepage } = useFreshContent();
  return (
    <>
      <title>{t('title')}</title>
      {homepage ? (
        <Blocks homepage={homepage} />
      ) : (
        // Fallback hero while there is no content.
        <Hero heading={t('fallback.heading')} tagline={t('fallback.text')} signUpText={t('fallback.signUp')} />
      )}
    </>
  );
}

/** All blocks. Also the source of the server's template. */
export function Blocks({ homepage }: { homepage: Homepage }) {
  const { hero } = homepage;
  return (
    <>
      <Hero heading={hero.heading} tagline={hero.tagline} signUpText={hero.signupButtonText} />
      <Headline headline={homepage.headline} />
      <Screenshot screenshot={homepage.dashboardScreenshot} />
      <RunYourself />
      <Testimonials testimonials={homepage.testimonials} />
      <Questions faq={homepage.faq} />
      <Media media={homepage.media} />
      <CallToAction callToAction={homepage.callToAction} />
    </>
  );
}
