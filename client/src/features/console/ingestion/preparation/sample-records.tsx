import { useTranslation } from 'react-i18next';
import { MonospaceValue } from '@/ui/display/monospace-value';
import type { IngestPreviewFragment } from '../preparation.generated';

/** Some records as they would be stored, masked by the server. */
export function SampleRecords({ records }: { records: IngestPreviewFragment['sampleRecords'] }) {
  const { t } = useTranslation('ingestion');
  const names = [...new Set(records.flatMap((record) => record.map(({ name }) => name)))];
  if (names.length === 0) return null;
  return (
    <section className="grid gap-1.5">
      <h3 className="text-base font-semibold text-ink">{t('preview.records')}</h3>
      <p className="text-sm text-ink-muted">{t('preview.masked')}</p>
      <div
        className="overflow-x-auto"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard scrolling of content without controls
        tabIndex={0}
        role="region"
        aria-label={t('preview.records')}
      >
        <table className="w-full border-collapse text-sm">
          <caption className="sr-only">{t('preview.records')}</caption>
          <thead>
            <tr className="border-b border-line-strong text-xs text-ink-muted">
              {names.map((name) => (
                <th key={name} scope="col" className="py-2 pe-4 text-start font-medium whitespace-nowrap">
                  <bdi className="font-mono">{name}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {records.map((record, index) => (
              // Records of a sample may be equal.
              <tr key={`${index} ${record[0]?.value ?? ''}`} className="border-b border-line last:border-0">
                {names.map((name) => (
                  <td key={name} className="max-w-80 py-2 pe-4 align-top">
                    <MonospaceValue value={record.find((cell) => cell.name === name)?.value ?? '–'} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
