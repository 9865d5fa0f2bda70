import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/format';
import { useSettled } from '@/lib/use-settled';
import { ListboxOption } from '@/ui/form/listbox-option';
import { SearchField } from '@/ui/form/search-field';
import { useListbox } from '@/ui/form/use-listbox';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { type ConsoleLeakChoicesQuery, useConsoleLeakChoicesQuery } from './catalogue.generated';

/** A leak that can be chosen. */
export type LeakChoice = ConsoleLeakChoicesQuery['console']['leaks']['results'][number];

interface LeakTypeaheadProps {
  label: string;
  /** Id of a leak that can't be chosen. */
  without: string;
  onChoose: (leak: LeakChoice | undefined) => void;
}

/** Search field that offers leaks whose name, title or domain contains what was typed. */
export function LeakTypeahead({ label, without, onChoose }: LeakTypeaheadProps) {
  const { t, i18n } = useTranslation('catalogue');
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const search = useSettled(text).trim();
  const asked = useConsoleLeakChoicesQuery({ variables: { search }, skip: search === '' });
  const isCurrent = isOpen && search !== '' && search === text.trim() && asked.data !== undefined;
  const found = isCurrent ? (asked.data?.console.leaks.results ?? []).filter(({ id }) => id !== without) : [];
  const listbox = useListbox({
    items: found,
    onChoose: (leak) => {
      setText(leak.title || leak.name);
      setOpen(false);
      onChoose(leak);
    },
    onDismiss: () => setOpen(false),
  });
  return (
    <div className="relative">
      <SearchField
        role="combobox"
        aria-expanded={found.length > 0}
        aria-autocomplete="list"
        aria-controls={listbox.id}
        aria-activedescendant={listbox.activeId}
        label={label}
        placeholder={label}
        clearLabel={t('clearSearch')}
        value={text}
        onKeyDown={listbox.onKeyDown}
        onValueChange={(value) => {
          setText(value);
          setOpen(true);
          listbox.restart();
          onChoose(undefined);
        }}
      />
      {found.length > 0 && (
        <div
          id={listbox.id}
          role="listbox"
          aria-label={label}
          className="mt-1 max-h-60 overflow-y-auto rounded-md border border-line bg-raised p-1"
        >
          {found.map((leak, index) => (
            <ListboxOption {...listbox.optionProps(leak, index)} key={leak.id} className="grid content-center py-1">
              <bdi>{leak.title || leak.name}</bdi>
              {leak.title !== leak.name && <bdi className="text-sm text-ink-muted">{leak.name}</bdi>}
            </ListboxOption>
          ))}
        </div>
      )}
      <VisuallyHidden live>
        {isCurrent && t('merge.found', { number: formatNumber(found.length, i18n.language) })}
      </VisuallyHidden>
      {isCurrent && found.length === 0 && <p className="mt-1.5 text-sm text-ink-muted">{t('none')}</p>}
    </div>
  );
}
