import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChangeUrlState } from '@/lib/url-state';
import { classes } from '@/ui/classes';
import { SearchField } from '@/ui/form/search-field';
import type { ListState } from './list-state';
import { type Assignee, FILTER_NAMES, hasTokens, parseSearch } from './search-query';

/** Typing pause before a search is sent. */
const TYPING_PAUSE_MILLISECONDS = 150;

interface SearchBoxProps {
  value: string;
  assignees: readonly Assignee[];
  onChange: ChangeUrlState<ListState>;
}

/**
 * Searches after a pause in typing. Tokens such as `user:jane` become filters on Enter. Follows the URL when it changes, such as
 * by the Back button.
 */
export function SearchBox({ value, assignees, onChange }: SearchBoxProps) {
  const { t } = useTranslation('detections');
  const [typed, setTyped] = useState(value);
  const [unknown, setUnknown] = useState<string[]>([]);
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
  const apply = () => {
    clearTimeout(timer.current);
    const { change, unknown: rest } = parseSearch(typed, assignees);
    setTyped(change.search ?? '');
    setUnknown(rest);
    // Do not search for invalid tokens: they would find nothing without saying why.
    send({ ...change, search: rest.length > 0 ? '' : (change.search ?? '') });
  };

  const waits = hasTokens(typed);
  return (
    <div className="group relative min-w-0 flex-1 basis-64">
      <SearchField
        label={t('filter.search')}
        placeholder={t('filter.searchPlaceholder')}
        clearLabel={t('filter.clearSearch')}
        aria-describedby="search-syntax search-hint"
        value={typed}
        onValueChange={(text) => {
          setTyped(text);
          setUnknown([]);
          clearTimeout(timer.current);
          if (hasTokens(text)) return;
          timer.current = window.setTimeout(() => send({ search: text }), TYPING_PAUSE_MILLISECONDS);
        }}
        onEnter={apply}
      />
      <p
        id="search-syntax"
        className={classes(
          'pointer-events-none absolute start-0 top-full z-20 mt-1 hidden max-w-full rounded-md border border-line bg-raised px-2.5 py-1.5 text-sm text-ink-secondary shadow-popover',
          typed === '' && 'group-focus-within:block',
        )}
      >
        {t('filter.syntax')}
      </p>
      <p id="search-hint" aria-live="polite" className="mt-1 text-sm text-ink-muted empty:hidden">
        {unknown.length > 0
          ? t('filter.invalid', { tokens: unknown.join(' '), known: FILTER_NAMES.map((name) => `${name}:`).join(' ') })
          : waits
            ? t('filter.pressEnter')
            : ''}
      </p>
    </div>
  );
}
