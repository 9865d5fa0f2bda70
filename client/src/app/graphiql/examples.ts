import domains from './examples/domains.graphql?raw';
import homepage from './examples/homepage.graphql?raw';
import languages from './examples/languages.graphql?raw';
import latestDetections from './examples/latest-detections.graphql?raw';
import legalPages from './examples/legal-pages.graphql?raw';
import newDetections from './examples/new-detections.graphql?raw';
import statistics from './examples/statistics.graphql?raw';

/** Services whose schemas GraphiQL offers, the default first. */
export const SERVICES = ['product', 'content'] as const;
export type Service = (typeof SERVICES)[number];

/** Example operations of each service, one per tab. */
export const EXAMPLES: Record<Service, readonly string[]> = {
  product: [latestDetections, newDetections, domains, statistics],
  content: [homepage, legalPages, languages],
};
