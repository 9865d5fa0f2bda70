import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { ChangeUrlState } from '@/lib/url-state';
import { typingPause } from '@/lib/use-settled';
import { classes } from '@/ui/classes';
import { SearchField } from '@/ui/form/search-field';
import type { OpenList, SuggestionKeys } from './filter-suggestions';
import type { ListState, Mode } from './list-state';
import { type Assignee, FILTER_NAMES, hasTokens, parseSearch } from './search-query';

// Loaded when the field is used.
const FilterSuggestions = lazy(async () => ({
  default: (await import('./filter-suggestions')).FilterSuggestions,
}));

interface SearchBoxProps {
  mode: Mode;
  value: string;
  assignees: readonly Assignee[];
  onChange: ChangeUrlState<ListState>;
}

/**
 * Searches after a pause in typing. Tokens such as `user:jane` become filters on Enter, or when a suggestion is chosen. Follows
 * the URL when it changes, such as by the Back button.
 */
export function SearchBox({ mode, value, assignees, onChange }: SearchBoxProps) {
  const { t } = useTranslation('detections');
  const [typed, setTyped] = useState(value);
  const [unknown, setUnknown] = useState<string[]>([]);
  // Without a caret the field isn't focused.
  const [caret, setCaret] = useState<number>();
  const [list, setList] = useState<OpenList>();
  const [showsAll, setShowsAll] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const keys = useRef<SuggestionKeys>(null);
  const sent = useRef(value);
  const timer = useRef<number>(undefined);

  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
    setUnknown([]);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const send = (change: Partial<ListState> & { search: string }) => {
    sent.current = change.search;
    onChange({ ...change, page: 1 }, { replace: Object.keys(change).length === 1 });
  };
  const type = (text: string) => {
    setTyped(text);
    setUnknown([]);
    setShowsAll(false);
    clearTimeout(timer.current);
    if (hasTokens(text)) return;
    timer.current = window.setTimeout(() => send({ search: text }), typingPause(text));
  };
  const apply = (text: string, chosen: Partial<ListState> = {}) => {
    clearTimeout(timer.current);
    const { change, unknown: rest } = parseSearch(text, assignees);
    const search = change.search ?? '';
    setTyped(search);
    setCaret(search.length);
    setShowsAll(false);
    setUnknown(rest);
    // Do not search for invalid tokens: they would find nothing without saying why.
    send({ ...change, ...chosen, search: rest.length > 0 ? '' : search });
  };

  const waits = hasTokens(typed);
  return (
    <div className="group relative min-w-0 flex-1 basis-64">
      <SearchField
        ref={field}
        label={t('filter.search')}
        placeholder={t('filter.searchPlaceholder')}
        clearLabel={t('filter.clearSearch')}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={list !== undefined}
        aria-controls={list?.id}
        aria-activedescendant={list?.activeId}
        aria-describedby="search-syntax search-hint"
        value={typed}
        onValueChange={(text) => {
          type(text);
          // The button that clears the field leaves it without a caret.
          if (caret !== undefined) setCaret(field.current?.selectionEnd ?? text.length);
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionEnd ?? undefined)}
        onBlur={() => {
          setCaret(undefined);
          setShowsAll(false);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' && typed === '' && !showsAll) {
            event.preventDefault();
            setShowsAll(true);
          } else keys.current?.onKeyDown(event);
        }}
        onEnter={() => apply(typed)}
      />
      {caret !== undefined && (
        <Suspense>
          <FilterSuggestions
            ref={keys}
            text={typed}
            caret={Math.min(caret, typed.length)}
            mode={mode}
            members={assignees}
            showsAll={showsAll}
            onListChange={setList}
            onDismiss={() => setShowsAll(false)}
            onType={(text, end) => {
              // The caret can be set only after the field has the new text.
              flushSync(() => {
                type(text);
                setCaret(end);
              });
              field.current?.setSelectionRange(end, end);
            }}
            onFilter={apply}
          />
        </Suspense>
      )}
      <p
        id="search-syntax"
        className={classes(
          'pointer-events-none absolute start-0 top-full z-20 mt-1 hidden max-w-full rounded-md border border-line bg-raised px-2.5 py-1.5 text-sm text-ink-secondary shadow-popover',
          typed === '' && !list && 'group-focus-within:block',
        )}
      >
        {t('filter.syntax')}
      </p>
      <p id="search-hint" aria-live="polite" className="mt-1 text-sm text-ink-muted empty:hidden">
        {unknown.length > 0
          ? t('filter.invalid', { tokens: unknown.join(' '), known: FILTER_NAMES.map((name) => `${name}:`).join(' ') })
          : waits && !list
            ? t('filter.pressEnter')
            : ''}
      </p>
    </div>
  );
}
