import { contactLink } from '@/lib/contact-link';
import type { Homepage } from '@/lib/content/page-data';
import { When } from '@/lib/content/template';
import { useEnabledFeatures } from '@/lib/site-settings/enabled-features';
import { LIT_RECORD, OTHER_RECORDS } from '@/ui/display/logo';
import { buttonClasses } from '@/ui/form/button-classes';
import { BlockHeading } from './block';

/** Contact links; hidden without an operator address. */
export function CallToAction({ callToAction }: { callToAction: Homepage['callToAction'] }) {
  const features = useEnabledFeatures();
  return (
    <When value={features.contactEmail}>
      <section className="dark relative isolate overflow-hidden bg-sunken text-ink">
        <div className="relative mx-auto max-w-6xl px-4 py-16 sm:px-6 lg:py-24">
          <svg
            viewBox="0 0 32 32"
            aria-hidden="true"
            className="pointer-events-none absolute -end-16 top-0 -z-10 h-full w-auto opacity-70 max-lg:hidden forced-colors:hidden"
          >
            <path d="M25 0h4a1 1 0 0 1 1 1v17H9.3z" className="fill-accent" fillOpacity={0.18} />
            <g className="fill-line">{OTHER_RECORDS}</g>
            <path d={LIT_RECORD} className="fill-accent" fillOpacity={0.6} />
          </svg>
          <BlockHeading heading={callToAction.heading} text={callToAction.text} />
          <div className="mt-8 flex flex-wrap gap-3">
            <a
              {...contactLink(features.contactEmail, 'Consultation')}
              className={buttonClasses({ variant: 'primary', size: 'lg' })}
            >
              {callToAction.consultationButtonText}
            </a>
            <a {...contactLink(features.contactEmail, 'Demo')} className={buttonClasses({ size: 'lg' })}>
              {callToAction.demoButtonText}
            </a>
          </div>
        </div>
      </section>
    </When>
  );
}
