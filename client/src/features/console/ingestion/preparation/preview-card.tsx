import { useTranslation } from 'react-i18next';
import { Callout } from '@/ui/feedback/callout';
import { LoadingDots } from '@/ui/feedback/loading-dots';
import { Button } from '@/ui/form/button';
import { Card } from '@/ui/layout/card';
import type { ConsoleIngestionQuery } from '../ingestion.generated';
import { PreviewResult } from './preview-result';
import type { Reading } from './reading';
import { ReadingFields } from './reading-fields';
import type { usePreview } from './use-preview';

interface PreviewCardProps {
  settings: ConsoleIngestionQuery['console']['ingestSettings'];
  reading: Reading;
  onReading: (reading: Reading) => void;
  preview: ReturnType<typeof usePreview>;
}

/** How to read the file, and what that would come to. */
export function PreviewCard({ settings, reading, onReading, preview }: PreviewCardProps) {
  const { t } = useTranslation('ingestion');
  const { result, isPending, problem, errors, start } = preview;
  return (
    <Card title={t('preview.title')} description={t('preview.text')}>
      <div className="grid gap-6 xl:grid-cols-[20rem_1fr]">
        <form
          noValidate
          className="grid content-start gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void start(reading);
          }}
        >
          {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
          <ReadingFields settings={settings} reading={reading} onChange={onReading} errors={errors} />
          <div>
            <Button type="submit" loadingLabel={isPending ? t('preview.busy') : undefined}>
              {t(result === undefined ? 'preview.start' : 'preview.again')}
            </Button>
          </div>
        </form>
        <div className="min-w-0" aria-live="polite" aria-busy={isPending}>
          {isPending ? (
            <p className="flex items-center gap-2.5 text-base text-ink-muted">
              <LoadingDots size={28} />
              {t('preview.pending')}
            </p>
          ) : result === undefined ? (
            <p className="text-base text-ink-muted">{t('preview.none')}</p>
          ) : result.failure === null ? (
            <PreviewResult preview={result} />
          ) : (
            <Callout tone="danger" title={t('preview.failed')}>
              <p dir="auto" className="wrap-anywhere">
                {result.failure}
              </p>
            </Callout>
          )}
        </div>
      </div>
    </Card>
  );
}
