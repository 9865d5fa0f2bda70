import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '@/ui/form/segmented-control';
import { TextField } from '@/ui/form/text-field';
import { changed, isDay, PRESETS, type Preset, type Range, today } from './range';

interface RangePickerProps {
  range: Range;
  /** Undefined while the range is one of the user's own. */
  preset: Preset | undefined;
  onPreset: (preset: Preset) => void;
  onRange: (range: Range) => void;
}

/** Which days the overview is about: some that end today, or two days of one's own. */
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
          // A date field is empty while a day is being typed that there is not.
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
