import { useTranslation } from 'react-i18next';
import { localeOf } from '@/i18n/language';
import { formatNumber } from '@/lib/format';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { Callout } from '@/ui/feedback/callout';
import { formatTimeLeft } from '../figures';
import type { IngestPreviewFragment } from '../preparation.generated';
import { Fact, Figures, Reasons } from '../facts';
import { SampleRecords } from './sample-records';

const TONES = { INGESTED: 'success', SKIPPED: 'info', REFUSED: 'danger', HELD: 'warning' } as const;

/** What an ingestion would come to. All of it is text, whatever the file contains. */
export function PreviewResult({ preview }: { preview: IngestPreviewFragment }) {
  const { t, i18n } = useTranslation('ingestion');
  const { outcome, message, sampledShare, lines, records, skipped, rejected, seconds, linesPerSecond } = preview;
  const percent = (share: number) =>
    new Intl.NumberFormat(localeOf(i18n.language), { style: 'percent', maximumFractionDigits: 1 }).format(share);
  return (
    <div className="grid gap-6">
      {outcome !== null && (
        <Callout tone={TONES[outcome]} title={t(`preview.outcome.${outcome}`)}>
          {message !== null && (
            <p dir="auto" className="wrap-anywhere">
              {message}
            </p>
          )}
          {sampledShare !== null && (
            <p>{sampledShare >= 1 ? t('preview.whole') : t('preview.sampled', { share: percent(sampledShare) })}</p>
          )}
        </Callout>
      )}
      {lines !== null && (
        <Figures
          figures={[
            [t('figures.lines'), lines],
            [t('figures.records'), records],
            [t('figures.skipped'), skipped],
            [t('figures.rejected'), rejected],
          ]}
        />
      )}
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {preview.format !== null && (
          <Fact name={t('reading.format')}>
            <MonospaceValue value={[preview.format, preview.encoding].filter(Boolean).join(', ')} />
          </Fact>
        )}
        {seconds !== null && linesPerSecond !== null && (
          <Fact name={t('preview.duration')}>
            {t('preview.speed', {
              time: formatTimeLeft(seconds, i18n.language),
              number: formatNumber(linesPerSecond, i18n.language),
            })}
          </Fact>
        )}
        <Values name={t('preview.dialect')} values={preview.dialect} />
        <Values name={t('preview.columns')} values={preview.columns} />
        <Values name={t('preview.members')} values={preview.members} />
      </dl>
      <SampleRecords records={preview.sampleRecords} />
      <Reasons title={t('details.rejections')} reasons={preview.rejections} />
      <Reasons title={t('preview.flags')} reasons={preview.flags} />
      <Lines title={t('preview.rejectedLines')} lines={preview.rejectedLines} />
      <Lines title={t('preview.refusedMembers')} lines={preview.refusedMembers} />
    </div>
  );
}

function Values({ name, values }: { name: string; values: IngestPreviewFragment['dialect'] }) {
  if (values.length === 0) return null;
  return (
    <Fact name={name}>
      <ul>
        {values.map((value) => (
          <li key={value.name}>
            <MonospaceValue value={`${value.name}: ${value.value}`} />
          </li>
        ))}
      </ul>
    </Fact>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <section className="grid gap-1.5">
      <h3 className="text-base font-semibold text-ink">{title}</h3>
      <ul className="grid gap-1">
        {lines.map((line, index) => (
          // Shapes of lines may be equal.
          <li key={`${index} ${line}`}>
            <MonospaceValue value={line} />
          </li>
        ))}
      </ul>
    </section>
  );
}
