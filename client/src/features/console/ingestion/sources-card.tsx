import { useTranslation } from 'react-i18next';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { Card } from '@/ui/layout/card';
import type { ConsoleIngestionQuery } from './ingestion.generated';

/** Variables that turn the sources on. */
const FOLDER_SETTING = 'BREACHLIGHT_WATCHED_FOLDER';
const BUCKET_SETTING = 'BREACHLIGHT_WATCHED_BUCKET';

/** Where files are ingested from without an upload, or how to set that up. */
export function SourcesCard({ settings }: { settings: ConsoleIngestionQuery['console']['ingestSettings'] }) {
  const { t } = useTranslation('ingestion');
  const { watchedFolder, bucketPrefix } = settings;
  return (
    <Card title={t('sources.title')} description={t('sources.text')}>
      <dl className="grid gap-5 lg:grid-cols-2">
        <Source
          name={t('sources.folder')}
          value={watchedFolder ?? FOLDER_SETTING}
          text={t(watchedFolder === null ? 'sources.folderHow' : 'sources.folderText')}
        />
        <Source
          name={t('sources.bucket')}
          value={bucketPrefix ?? BUCKET_SETTING}
          text={t(bucketPrefix === null ? 'sources.bucketHow' : 'sources.bucketText')}
        />
      </dl>
    </Card>
  );
}

const Source = ({ name, value, text }: { name: string; value: string; text: string }) => (
  <div className="grid min-w-0 content-start gap-1.5">
    <dt className="text-base font-medium text-ink">{name}</dt>
    <dd className="grid gap-1.5">
      <MonospaceValue boxed value={value} />
      <p className="text-sm text-pretty text-ink-muted">{text}</p>
    </dd>
  </div>
);
