import type { TFunction } from 'i18next';
import type { Texts } from '@/i18n';
import { keysOf } from '@/lib/url-state';
import { type ContentValue, textAt } from './content-value';

type Label = keyof Texts['content']['fields'];

const LABELS: Record<Label, true> = {
  Content: true,
  alternativeText: true,
  answer: true,
  backgroundImage: true,
  body: true,
  callToAction: true,
  consultationButtonText: true,
  copyrightText: true,
  darkImage: true,
  dashboardScreenshot: true,
  demoButtonText: true,
  description: true,
  faq: true,
  headline: true,
  heading: true,
  height: true,
  hero: true,
  icon: true,
  image: true,
  infoBoxes: true,
  items: true,
  linkText: true,
  linkURL: true,
  linkUrl: true,
  links: true,
  logo: true,
  media: true,
  name: true,
  question: true,
  questions: true,
  quote: true,
  role: true,
  signupButtonText: true,
  tagline: true,
  testimonials: true,
  text: true,
  title: true,
  url: true,
  width: true,
};

/** Label of a field or group: a text of ours, the title of a playbook's step, or the name of a malware family. */
export function fieldLabel(t: TFunction<'content'>, name: string, shipped: ContentValue): string {
  const label = keysOf(LABELS).find((one) => one === name);
  if (label) return t(`fields.${label}`);
  return textAt(shipped, `${name}.title`) || (name === 'other' ? t('otherFamilies') : capitalized(name));
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).replaceAll('_', ' ');
