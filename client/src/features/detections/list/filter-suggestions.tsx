import { type Ref, useEffect, useImperativeHandle, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListboxOption } from '@/ui/form/listbox-option';
import { type Listbox, type ListboxItem, useListbox } from '@/ui/form/use-listbox';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import type { ListState, Mode } from './list-state';
import { type Assignee, FILTER_NAMES, type FilterName } from './search-query';
import { typedFilter } from './typed-filter';
import { useFilterValues } from './use-filter-values';

interface Suggestion extends ListboxItem {
  label: string;
  detail: string | undefined;
  /** Filter whose name is offered. */
  name?: FilterName;
  /** Filters that a value sets. */
  change?: Partial<ListState>;
}

/** List that belongs to the field, for its ARIA attributes. */
export type OpenList = Pick<Listbox<Suggestion>, 'id' | 'activeId'>;
export type SuggestionKeys = Pick<Listbox<Suggestion>, 'onKeyDown'>;

interface FilterSuggestionsProps {
  text: string;
  caret: number;
  mode: Mode;
  members: readonly Assignee[];
  /** Takes the keys of the field first. */
  ref: Ref<SuggestionKeys>;
  /** Whether no text is typed, and all filters are asked for. */
  showsAll: boolean;
  onListChange: (list: OpenList | undefined) => void;
  onDismiss: () => void;
  onType: (text: string, caret: number) => void;
  /** Takes the text without the filter, and what the filter sets. */
  onFilter: (text: string, change: Partial<ListState>) => void;
}

/** Filters below the search field while the name of one is typed, and values after the name. */
export function FilterSuggestions({
  text,
  caret,
  mode,
  members,
  ref,
  showsAll,
  onListChange,
  onDismiss,
  onType,
  onFilter,
}: FilterSuggestionsProps) {
  const { t } = useTranslation(['detections', 'detection']);
  const [dismissed, setDismissed] = useState<number>();
  const typed = typedFilter(text, caret);
  const at = typed && typed.start !== dismissed ? typed : undefined;
  // A filter that begins elsewhere, or again, is offered again.
  if (dismissed !== undefined && (text === '' || typed?.start !== dismissed)) setDismissed(undefined);
  const { values, loading, failed } = useFilterValues(at?.name, at?.word ?? '', mode, members);

  const suggestions = ((): Suggestion[] => {
    if (!at) return [];
    if (at.name !== undefined)
      return (values ?? []).map(({ label, detail, change }) => ({
        id: encodeURIComponent(detail ?? label),
        label,
        detail,
        change,
      }));
    if (at.word === '' && !showsAll) return [];
    const word = at.word.toLowerCase();
    // Workforce has no domains to filter by, Portals no email accounts.
    return FILTER_NAMES.filter((name) => name !== (mode === 'workforce' ? 'domain' : 'email'))
      .filter((name) => name.startsWith(word) || nameOf(name).toLowerCase().startsWith(word))
      .map((name) => ({ id: name, name, label: `${name}:`, detail: about(name) }));
  })();

  function nameOf(name: FilterName): string {
    return name === 'is'
      ? t('filter.name.state')
      : name === 'last'
        ? t('filter.name.period')
        : t(`filter.name.${name}`);
  }
  function about(name: FilterName): string {
    switch (name) {
      // The same sentences as in the dialogs of these filters.
      case 'user':
      case 'url':
      case 'domain':
      case 'email':
      case 'after':
      case 'before':
        return t(`filter.hint.${name}`);
      default:
        return t(`detection:suggest.about.${name}`);
    }
  }

  const choose = ({ name, change }: Suggestion) => {
    if (!at) return;
    const before = text.slice(0, at.start);
    if (name !== undefined) onType(`${before}${name}:${text.slice(caret)}`, at.start + name.length + 1);
    else if (change) onFilter(`${before}${text.slice(caret)}`, change);
  };
  const listbox = useListbox({
    items: suggestions,
    onChoose: choose,
    onDismiss: () => {
      setDismissed(at?.start);
      onDismiss();
    },
    tabChooses: true,
    startsInactive: true,
  });
  const { id, activeId, restart } = listbox;
  const isOpen = suggestions.length > 0;

  useImperativeHandle(ref, () => ({ onKeyDown: listbox.onKeyDown }));
  useEffect(() => {
    onListChange(isOpen ? { id, activeId } : undefined);
  }, [onListChange, isOpen, id, activeId]);
  useEffect(() => () => onListChange(undefined), [onListChange]);
  const [shownFor, setShownFor] = useState(text);
  if (shownFor !== text) {
    setShownFor(text);
    restart();
  }

  const note =
    at?.name === undefined || isOpen
      ? undefined
      : failed
        ? t('detection:suggest.failed')
        : loading
          ? t('detection:suggest.loading')
          : values && t('detection:suggest.none');
  return (
    <>
      {(isOpen || note !== undefined) && (
        <div className="absolute inset-x-0 top-full z-20 mt-1 rounded-md border border-line bg-raised p-1 shadow-popover">
          {note !== undefined && <p className="px-2.5 py-1.5 text-sm text-ink-secondary">{note}</p>}
          {isOpen && (
            <div
              id={id}
              role="listbox"
              aria-label={t('detection:suggest.label')}
              className="max-h-[min(24rem,50dvh)] overflow-y-auto"
            >
              {suggestions.map((suggestion, index) => (
                <ListboxOption
                  {...listbox.optionProps(suggestion, index)}
                  key={suggestion.id}
                  className="flex flex-wrap items-center gap-x-3 py-1.5"
                >
                  <bdi {...(suggestion.name && { dir: 'ltr', className: 'min-w-18 font-mono text-sm' })}>
                    {suggestion.label}
                  </bdi>{' '}
                  {suggestion.detail !== undefined && <bdi className="text-sm text-ink-muted">{suggestion.detail}</bdi>}
                </ListboxOption>
              ))}
            </div>
          )}
        </div>
      )}
      <VisuallyHidden live>
        {isOpen ? t('detection:suggest.count', { count: suggestions.length }) : note}
      </VisuallyHidden>
    </>
  );
}
