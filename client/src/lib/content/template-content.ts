import type { EnabledFeatures } from '@/lib/site-settings/enabled-features';
import type { Footer, Homepage } from './page-data';
import { loopOver, Placeholder } from './template';

const text = (name: string): string => `{{ ${name} }}`;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- placeholders replace numbers and conditions
const standIn = (name: string): never => new Placeholder(name) as never;

const image = (name: string) => ({
  __typename: 'UploadFile' as const,
  url: standIn(`${name}.url`),
  alternativeText: text(`${name}.alternativeText`),
  width: standIn(`${name}.width`),
  height: standIn(`${name}.height`),
});

/** Content in which every value is a placeholder. */
export function contentTemplate(): { homepage: Homepage; footer: Footer } {
  return {
    homepage: {
      __typename: 'Homepage',
      hero: {
        __typename: 'ComponentHomepageHero',
        heading: text('homepage.hero.heading'),
        tagline: text('homepage.hero.tagline'),
        signupButtonText: text('homepage.hero.signupButtonText'),
      },
      headline: {
        __typename: 'ComponentHomepageHeadline',
        heading: text('homepage.headline.heading'),
        text: text('homepage.headline.text'),
        infoBoxes: loopOver('homepage.headline.infoBoxes', {
          __typename: 'ComponentHomepageInfoBox',
          id: text('item.id'),
          icon: text('item.icon'),
          title: text('item.title'),
          text: text('item.text'),
        }),
      },
      testimonials: {
        __typename: 'ComponentHomepageTestimonials',
        heading: text('homepage.testimonials.heading'),
        backgroundImage: image('homepage.testimonials.backgroundImage'),
        items: loopOver('homepage.testimonials.items', {
          __typename: 'ComponentHomepageTestimonial',
          id: text('item.id'),
          quote: text('item.quote'),
          name: text('item.name'),
          role: text('item.role'),
        }),
      },
      dashboardScreenshot: {
        __typename: 'ComponentHomepageScreenshot',
        heading: text('homepage.dashboardScreenshot.heading'),
        text: text('homepage.dashboardScreenshot.text'),
        image: image('homepage.dashboardScreenshot.image'),
        darkImage: image('homepage.dashboardScreenshot.darkImage'),
      },
      callToAction: {
        __typename: 'ComponentHomepageCallToAction',
        heading: text('homepage.callToAction.heading'),
        text: text('homepage.callToAction.text'),
        consultationButtonText: text('homepage.callToAction.consultationButtonText'),
        demoButtonText: text('homepage.callToAction.demoButtonText'),
      },
      faq: {
        __typename: 'ComponentHomepageFaq',
        heading: text('homepage.faq.heading'),
        questions: loopOver('homepage.faq.questions', {
          __typename: 'ComponentHomepageQuestion',
          id: text('item.id'),
          question: text('item.question'),
          answer: text('item.answer'),
        }),
      },
      media: {
        __typename: 'ComponentHomepageMedia',
        logo: image('homepage.media.logo'),
        title: text('homepage.media.title'),
        description: text('homepage.media.description'),
        links: loopOver('homepage.media.links', {
          __typename: 'ComponentHomepageMediaLink',
          id: text('item.id'),
          linkText: text('item.linkText'),
          linkUrl: text('item.linkUrl'),
        }),
      },
    },
    footer: {
      __typename: 'Footer',
      copyrightText: text('footer.copyrightText'),
      links: loopOver('footer.links', {
        __typename: 'ComponentFooterLink',
        id: text('item.id'),
        linkText: text('item.linkText'),
        linkURL: text('item.linkURL'),
      }),
    },
  };
}

/** Features in which every flag is a template condition. */
export const enabledFeaturesTemplate = (): EnabledFeatures => ({
  signUpPath: standIn('features.signUpPath'),
  login: standIn('features.login'),
  partner: standIn('features.partner'),
  passwordCheck: standIn('features.passwordCheck'),
  addressCheck: standIn('features.addressCheck'),
  optOuts: standIn('features.optOuts'),
  leakPages: standIn('features.leakPages'),
  contactEmail: standIn('features.contactEmail'),
});
