import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '@/ui/form/segmented-control';
import { TextField } from '@/ui/form/text-field';
import { changed, isDay, PRESETS, type Preset, type Range, today } from './range';

interface RangePickerProps {
  range: Range;
  /** Undefined for a custom range. */
  preset: Preset | undefined;
  onPreset: (preset: Preset) => void;
  onRange: (range: Range) => void;
}

/** Date range: a preset that ends today, or two custom days. */
export function RangePicker({ range, preset, onPreset, onRange }: RangePickerProps) {
  const { t } = useTranslation('overview');
  const last = today();
  const end = (name: 'first' | 'last', label: string) => (
    <div className="w-38 min-w-0 shrink">
      <TextField
        type="date"
        label={label}
        labelHidden
        value={range[name]}
        max={last}
        onChange={({ target }) => {
          // The field is empty while an invalid date is being typed.
          if (isDay(target.value) && target.value <= last) onRange(changed(range, { [name]: target.value }));
        }}
      />
    </div>
  );
  return (
    <div className="flex max-w-full min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
      <SegmentedControl
        label={t('range.label')}
        value={preset ?? ''}
        onValueChange={(value) => value !== '' && onPreset(value)}
        options={PRESETS.map((days) => ({ value: days, label: t('range.days', { count: Number(days) }) }))}
      />
      <div className="flex max-w-full min-w-0 items-center gap-1.5">
        {end('first', t('range.first'))}
        <span aria-hidden="true" className="text-ink-muted">
          –
        </span>
        {end('last', t('range.last'))}
      </div>
    </div>
  );
}
