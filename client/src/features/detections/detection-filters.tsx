import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChangeUrlState } from '@/lib/url-state';
import { Button } from '@/ui/button';
import { SearchField } from '@/ui/search-field';
import { SegmentedControl } from '@/ui/segmented-control';
import { isNarrowed, type ListState, NO_FILTER } from './list-state';

/** A pause in typing that counts as the end of it. */
const TYPING_PAUSE_MILLISECONDS = 250;

interface DetectionFiltersProps {
  list: ListState;
  onChange: ChangeUrlState<ListState>;
}

/** What narrows the list; all of it stands in the address. */
export function DetectionFilters({ list, onChange }: DetectionFiltersProps) {
  const { t } = useTranslation('detections');
  const { state, read, search } = list;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="min-w-56 flex-1 basis-64">
        <Search value={search} onSearch={(text) => onChange({ search: text, page: 1 }, { replace: true })} />
      </div>
      <SegmentedControl
        label={t('filter.state')}
        value={state}
        onValueChange={(value) => onChange({ state: value, page: 1 })}
        options={[
          { value: 'open', label: t('filter.open') },
          { value: 'closed', label: t('filter.closed') },
          { value: 'all', label: t('filter.all') },
        ]}
      />
      <SegmentedControl
        label={t('filter.read')}
        value={read}
        onValueChange={(value) => onChange({ read: value, page: 1 })}
        options={[
          { value: 'any', label: t('filter.readAny') },
          { value: 'unread', label: t('filter.unread') },
          { value: 'read', label: t('filter.readOnly') },
        ]}
      />
      {(isNarrowed(list) || state !== NO_FILTER.state) && (
        <Button variant="ghost" onClick={() => onChange(NO_FILTER)}>
          {t('filter.clear')}
        </Button>
      )}
    </div>
  );
}

/** Searches once the typing rests; follows the address when that changes by itself, by the Back button say. */
function Search({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const { t } = useTranslation('detections');
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const timer = useRef<number>(undefined);

  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <SearchField
      label={t('filter.search')}
      placeholder={t('filter.search')}
      clearLabel={t('filter.clearSearch')}
      value={typed}
      onValueChange={(text) => {
        setTyped(text);
        clearTimeout(timer.current);
        timer.current = window.setTimeout(() => {
          sent.current = text;
          onSearch(text);
        }, TYPING_PAUSE_MILLISECONDS);
      }}
    />
  );
}
