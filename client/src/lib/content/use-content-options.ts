import { useTranslation } from 'react-i18next';
import type { PublicationStatus } from './content-types.generated';
import { contentStatus } from './preview';

interface ContentOptions {
  variables: { status: PublicationStatus; locale: string };
  fetchPolicy: 'network-only';
}

/** Options of content queries: network-only, in the current language (spec §7). */
export function useContentOptions(): ContentOptions {
  const { i18n } = useTranslation();
  return { variables: { status: contentStatus(), locale: i18n.language }, fetchPolicy: 'network-only' };
}
