import { useTranslation } from 'react-i18next';
import { useFreshContent } from '@/lib/content/content';
import type { Homepage } from '@/lib/content/page-data';
import { Repeat, When } from '@/lib/content/template';
import { useDoors } from '@/lib/site-settings/doors';
import { PageLink } from '@/ui/page-link';

/** The homepage: every block comes from the content service (specification §1). */
export function HomePage() {
  const { t } = useTranslation('home');
  const { homepage } = useFreshContent();
  return (
    <>
      <title>{t('title')}</title>
      {homepage ? <Blocks homepage={homepage} /> : <Fallback />}
    </>
  );
}

/** The blocks, one below the other. Also what the server's template is made of. */
export function Blocks({ homepage }: { homepage: Homepage }) {
  const doors = useDoors();
  return (
    <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6">
      <h1 tabIndex={-1} className="text-4xl font-semibold">
        {homepage.hero.heading}
      </h1>
      <p className="text-lg">{homepage.hero.tagline}</p>
      <When value={doors.signUpPath}>
        <PageLink to={String(doors.signUpPath)} look="button" variant="primary" size="lg">
          {homepage.hero.signupButtonText}
        </PageLink>
      </When>
      <h2>{homepage.headline.heading}</h2>
      <ul>
        <Repeat items={homepage.headline.infoBoxes}>
          {(box) => (
            <li>
              <h3>{box.title}</h3>
              <p>{box.text}</p>
            </li>
          )}
        </Repeat>
      </ul>
    </div>
  );
}

/** Stands in while nothing is known of the content: what this is, and the ways in. */
function Fallback() {
  const { t } = useTranslation('home');
  return (
    <div className="mx-auto max-w-2xl px-4 py-16 sm:px-6">
      <h1 tabIndex={-1} className="text-4xl font-semibold text-balance">
        {t('fallback.heading')}
      </h1>
      <p className="mt-4 text-lg text-ink-secondary">{t('fallback.text')}</p>
    </div>
  );
}
