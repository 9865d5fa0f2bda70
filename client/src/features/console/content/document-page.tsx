import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type { ConsoleContentName } from '@/lib/graphql/schema-types.generated';
import { paths } from '@/lib/paths';
import { Link } from '@/ui/layout/link';
import { ConsoleDetail } from '../console-detail';
import { ConsolePage } from '../console-page';
import { useConsoleContentDocumentQuery } from './content.generated';
import type { ContentValue } from './content-value';
import { DOCUMENT_NAMES } from './document-names';
import { Editor } from './editor';

/** What a preview shows. */
export interface PreviewProps {
  name: ConsoleContentName;
  content: ContentValue;
}

/** One document in one language. */
export function DocumentPage({ Preview }: { Preview: ComponentType<PreviewProps> }) {
  const { t } = useTranslation('content');
  const parameters = useParams();
  const name = DOCUMENT_NAMES.find((one) => one === parameters['name']);
  const locale = parameters['locale'] ?? '';
  const asked = useConsoleContentDocumentQuery({
    variables: { name: name ?? 'HOMEPAGE', locale },
    fetchPolicy: 'network-only',
    skip: name === undefined,
  });
  const found = asked.data?.console.contentDocument;
  const isElsewhere = Boolean(asked.data?.console.content.serviceAddress) && !isOwn(name);
  return (
    <ConsolePage title={name ? t(`names.${name}`) : t('title')} description={found ? found.language : ''} query={asked}>
      <p className="-mt-2 text-sm">
        <Link look="quiet" to={paths.consoleContent}>
          {t('all')}
        </Link>
      </p>
      <ConsoleDetail query={asked} skeletons={['h-96']} goneTitle={t('gone')} goneText={t('goneText')}>
        {found ? (
          <Editor
            key={found.id}
            document={found}
            readOnly={isElsewhere}
            Preview={Preview}
            onReload={async () => (await asked.refetch()).data?.console.contentDocument ?? null}
          />
        ) : undefined}
      </ConsoleDetail>
    </ConsolePage>
  );
}

/** Texts that no content service has. */
const isOwn = (name: ConsoleContentName | undefined) => name === 'PLAYBOOKS' || name === 'MALWARE';
