import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChangeUrlState } from '@/lib/url-state';
import { SegmentedControl } from '@/ui/form/segmented-control';
import { AddFilter } from './add-filter';
import { FilterChips } from './filter-chips';
import { type ListState, type Mode, SCOPE_NAMES, scopeOf, SCOPES, type ScopeName } from './list-state';
import { SearchBox } from './search-box';
import type { Assignee } from './search-query';

interface DetectionFiltersProps {
  mode: Mode;
  list: ListState;
  assignees: readonly Assignee[];
  onChange: ChangeUrlState<ListState>;
  /** Saved views of the user, next to the built-in ones. */
  views: ReactNode;
  /** Table options, at the end of the row. */
  options: ReactNode;
}

/** Filters of the list, all of them kept in the URL. */
export function DetectionFilters({ mode, list, assignees, onChange, views, options }: DetectionFiltersProps) {
  const { t } = useTranslation('detections');
  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
        <SegmentedControl<ScopeName | ''>
          label={t('views.builtIn')}
          value={scopeOf(list) ?? ''}
          onValueChange={(name) => name !== '' && onChange({ ...SCOPES[name], page: 1 })}
          options={SCOPE_NAMES.map((name) => ({ value: name, label: t(`views.${name}`) }))}
        />
        {views}
      </div>
      <div className="flex min-w-0 flex-wrap items-start gap-3">
        <SearchBox mode={mode} value={list.search} assignees={assignees} onChange={onChange} />
        <AddFilter mode={mode} list={list} assignees={assignees} onChange={onChange} />
        {options}
      </div>
      <FilterChips list={list} assignees={assignees} onChange={onChange} />
    </div>
  );
}
