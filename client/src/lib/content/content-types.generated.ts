export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  I18NLocaleCode: { input: string; output: string; }
};

export type ComponentFooterLink = {
  __typename: 'ComponentFooterLink';
  id: Scalars['ID']['output'];
  linkText: Scalars['String']['output'];
  linkURL: Scalars['String']['output'];
};

export type ComponentHomepageCallToAction = {
  __typename: 'ComponentHomepageCallToAction';
  consultationButtonText: Scalars['String']['output'];
  demoButtonText: Scalars['String']['output'];
  heading: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  text: Scalars['String']['output'];
};

export type ComponentHomepageFaq = {
  __typename: 'ComponentHomepageFaq';
  heading: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  questions: Maybe<Array<Maybe<ComponentHomepageQuestion>>>;
};

export type ComponentHomepageHeadline = {
  __typename: 'ComponentHomepageHeadline';
  heading: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  infoBoxes: Maybe<Array<Maybe<ComponentHomepageInfoBox>>>;
  text: Scalars['String']['output'];
};

export type ComponentHomepageHero = {
  __typename: 'ComponentHomepageHero';
  heading: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  signupButtonText: Scalars['String']['output'];
  tagline: Scalars['String']['output'];
};

export type ComponentHomepageInfoBox = {
  __typename: 'ComponentHomepageInfoBox';
  icon: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  text: Scalars['String']['output'];
  title: Scalars['String']['output'];
};

export type ComponentHomepageMedia = {
  __typename: 'ComponentHomepageMedia';
  description: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  links: Maybe<Array<Maybe<ComponentHomepageMediaLink>>>;
  logo: UploadFile;
  title: Scalars['String']['output'];
};

export type ComponentHomepageMediaLink = {
  __typename: 'ComponentHomepageMediaLink';
  id: Scalars['ID']['output'];
  linkText: Scalars['String']['output'];
  linkUrl: Scalars['String']['output'];
};

export type ComponentHomepageQuestion = {
  __typename: 'ComponentHomepageQuestion';
  answer: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  question: Scalars['String']['output'];
};

export type ComponentHomepageScreenshot = {
  __typename: 'ComponentHomepageScreenshot';
  darkImage: UploadFile;
  heading: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  image: UploadFile;
  text: Scalars['String']['output'];
};

export type ComponentHomepageTestimonial = {
  __typename: 'ComponentHomepageTestimonial';
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  quote: Scalars['String']['output'];
  role: Scalars['String']['output'];
};

export type ComponentHomepageTestimonials = {
  __typename: 'ComponentHomepageTestimonials';
  backgroundImage: UploadFile;
  heading: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  items: Maybe<Array<Maybe<ComponentHomepageTestimonial>>>;
};

export type Footer = {
  __typename: 'Footer';
  copyrightText: Scalars['String']['output'];
  documentId: Scalars['ID']['output'];
  links: Maybe<Array<Maybe<ComponentFooterLink>>>;
  locale: Maybe<Scalars['String']['output']>;
};

export type Homepage = {
  __typename: 'Homepage';
  callToAction: ComponentHomepageCallToAction;
  dashboardScreenshot: ComponentHomepageScreenshot;
  documentId: Scalars['ID']['output'];
  faq: ComponentHomepageFaq;
  headline: ComponentHomepageHeadline;
  hero: ComponentHomepageHero;
  locale: Maybe<Scalars['String']['output']>;
  media: ComponentHomepageMedia;
  testimonials: ComponentHomepageTestimonials;
};

export type I18NLocale = {
  __typename: 'I18NLocale';
  code: Maybe<Scalars['String']['output']>;
  documentId: Scalars['ID']['output'];
  name: Maybe<Scalars['String']['output']>;
};

export type PrivacyPolicy = {
  __typename: 'PrivacyPolicy';
  Content: Scalars['String']['output'];
  documentId: Scalars['ID']['output'];
  locale: Maybe<Scalars['String']['output']>;
};

export type PublicationStatus =
  | 'DRAFT'
  | 'PUBLISHED';

export type Query = {
  __typename: 'Query';
  footer: Maybe<Footer>;
  homepage: Maybe<Homepage>;
  i18NLocales: Array<Maybe<I18NLocale>>;
  privacyPolicy: Maybe<PrivacyPolicy>;
  termsOfUse: Maybe<TermsOfUse>;
};


export type QueryFooterArgs = {
  locale?: InputMaybe<Scalars['I18NLocaleCode']['input']>;
  status?: InputMaybe<PublicationStatus>;
};


export type QueryHomepageArgs = {
  locale?: InputMaybe<Scalars['I18NLocaleCode']['input']>;
  status?: InputMaybe<PublicationStatus>;
};


export type QueryPrivacyPolicyArgs = {
  locale?: InputMaybe<Scalars['I18NLocaleCode']['input']>;
  status?: InputMaybe<PublicationStatus>;
};


export type QueryTermsOfUseArgs = {
  locale?: InputMaybe<Scalars['I18NLocaleCode']['input']>;
  status?: InputMaybe<PublicationStatus>;
};

export type TermsOfUse = {
  __typename: 'TermsOfUse';
  Content: Scalars['String']['output'];
  documentId: Scalars['ID']['output'];
  locale: Maybe<Scalars['String']['output']>;
};

export type UploadFile = {
  __typename: 'UploadFile';
  alternativeText: Maybe<Scalars['String']['output']>;
  documentId: Scalars['ID']['output'];
  height: Maybe<Scalars['Int']['output']>;
  url: Scalars['String']['output'];
  width: Maybe<Scalars['Int']['output']>;
};
