import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { Link } from '@/ui/layout/link';
import { ConsoleDetail } from '../console-detail';
import { ConsolePage } from '../console-page';
import { formatBytes, isolated } from './figures';
import { type ConsoleIngestionQuery, useConsoleIngestionQuery } from './ingestion.generated';
import { IngestForm } from './preparation/ingest-form';
import { PreviewCard } from './preparation/preview-card';
import { DETECTED } from './preparation/reading';
import { usePreview } from './preparation/use-preview';

type Found = ConsoleIngestionQuery['console'];

/** A complete upload: how it would be read, and its ingestion. */
export function UploadPage() {
  const { t, i18n } = useTranslation(['ingestion', 'console']);
  const { id = '' } = useParams();
  const asked = useConsoleIngestionQuery({ fetchPolicy: 'cache-and-network' });
  const found = asked.data?.console;
  const upload = found?.uploads.find((one) => one.id === id && one.isComplete);
  return (
    <ConsolePage
      title={upload ? isolated(upload.name) : t('preparation.title')}
      description={upload ? t('preparation.text', { size: formatBytes(upload.size, i18n.language) }) : ''}
      query={asked}
    >
      <p className="-mt-2 text-sm">
        <Link look="quiet" to={paths.consoleIngestion}>
          {t('title')}
        </Link>
      </p>
      <ConsoleDetail
        query={asked}
        skeletons={['h-64', 'h-48']}
        goneTitle={t('preparation.gone')}
        goneText={t('preparation.goneText')}
        goneAction={
          <Link look="button" to={paths.consoleIngestion}>
            {t('preparation.back')}
          </Link>
        }
      >
        {found && upload ? <Preparation key={id} upload={upload} settings={found.ingestSettings} /> : undefined}
      </ConsoleDetail>
    </ConsolePage>
  );
}

interface PreparationProps {
  upload: Found['uploads'][number];
  settings: Found['ingestSettings'];
}

function Preparation({ upload, settings }: PreparationProps) {
  const [reading, setReading] = useState(DETECTED);
  const preview = usePreview(upload.id);
  return (
    <>
      <PreviewCard settings={settings} reading={reading} onReading={setReading} preview={preview} />
      <IngestForm upload={upload} reading={reading} preview={preview.result} onReadingErrors={preview.setErrors} />
    </>
  );
}
