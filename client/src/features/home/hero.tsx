import { useTranslation } from 'react-i18next';
import { When } from '@/lib/content/template';
import { paths } from '@/lib/paths';
import { useEnabledFeatures } from '@/lib/site-settings/enabled-features';
import { PageLink } from '@/ui/layout/page-link';
import { RecordsFigure } from './records-figure';

interface HeroProps {
  heading: string;
  tagline: string;
  signUpText: string;
}

/** Hero with sign-up and the records figure. Dark in both themes. */
export function Hero({ heading, tagline, signUpText }: HeroProps) {
  const { t } = useTranslation(['home', 'app']);
  const features = useEnabledFeatures();
  return (
    <section className="dark relative isolate overflow-hidden bg-sunken text-ink">
      <div className="relative mx-auto max-w-6xl px-4 sm:px-6">
        <div className="flex flex-col justify-center gap-6 py-12 sm:py-16 lg:min-h-[37.5rem] lg:w-[46%] lg:pe-14">
          <h1
            tabIndex={-1}
            className="text-4xl font-semibold tracking-[-0.03em] text-balance outline-none sm:text-5xl rtl:tracking-normal"
          >
            {heading}
          </h1>
          <p className="max-w-xl text-xl text-pretty text-ink-secondary">{tagline}</p>
          <div className="mt-2 flex flex-wrap gap-3 empty:hidden">
            <When value={features.signUpPath}>
              <PageLink to={String(features.signUpPath)} look="button" variant="primary" size="lg">
                {signUpText}
              </PageLink>
            </When>
            <When value={features.addressCheck}>
              <PageLink to={paths.addressCheck} look="button" size="lg">
                {t('app:public.addressCheck')}
              </PageLink>
            </When>
          </div>
          <When value={features.signUpPath}>
            <p className="-mt-2 text-sm text-pretty text-ink-muted">{t('hero.assurance')}</p>
          </When>
        </div>
        <div className="pb-8 lg:absolute lg:inset-x-6 lg:inset-y-0 lg:pb-0 lg:pointer-events-none">
          <RecordsFigure />
        </div>
      </div>
    </section>
  );
}
