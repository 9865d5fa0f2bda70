import { useTranslation } from 'react-i18next';
import { Badge } from '@/ui/display/badge';

interface DocumentState {
  isEdited: boolean;
  hasDraft: boolean;
  isOutdated: boolean;
}

/** What visitors see of a document, and whether there is a draft. */
export function StateBadges({ document: { isEdited, hasDraft, isOutdated } }: { document: DocumentState }) {
  const { t } = useTranslation('content');
  return (
    <>
      {isEdited ? <Badge tone="success">{t('states.edited')}</Badge> : <Badge>{t('states.shipped')}</Badge>}
      {hasDraft && <Badge tone="info">{t('states.draft')}</Badge>}
      {isOutdated && <Badge tone="warning">{t('states.outdated')}</Badge>}
    </>
  );
}
