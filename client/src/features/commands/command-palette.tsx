import { Search } from 'lucide-react';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Command, useOfferedCommands } from '@/lib/commands/commands';
import { findCommands } from '@/lib/commands/find-commands';
import { DeviceTile } from '@/ui/display/device-tile';
import { Monogram } from '@/ui/display/monogram';
import { ListboxOption } from '@/ui/form/listbox-option';
import { useListbox } from '@/ui/form/use-listbox';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { Dialog } from '@/ui/overlay/dialog';
import { KeyCaps } from './key-caps';
import { type SearchResult, useGlobalSearch } from './use-global-search';

interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Search over people, devices, leaks and sites of the account, and all actions available on the current page. */
export function CommandPalette({ open, onOpenChange }: CommandPaletteProps) {
  const { t } = useTranslation('commands');
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('palette.title')} closeLabel={t('close')}>
      {/* Mounted only while open, so that the search starts empty. */}
      <Choice onChosen={() => onOpenChange(false)} />
    </Dialog>
  );
}

function Choice({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation('commands');
  const offered = useOfferedCommands();
  const [text, setText] = useState('');
  const { results, loading, failed } = useGlobalSearch(text);
  const actions = findCommands(
    offered.filter(({ keysOnly }) => !keysOnly),
    text,
  );
  // In this order, what arrives later doesn't move what is chosen.
  const found: (Command | SearchResult)[] = [...actions, ...results];
  const run = (command: Command) => {
    onChosen();
    // Wait until the dialog has restored focus; otherwise it takes focus from whatever the command opens.
    window.setTimeout(command.run);
  };

  const listbox = useListbox({ items: found, onChoose: run });

  return (
    <div className="grid gap-3">
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 start-3 size-4 -translate-y-1/2 text-ink-muted"
        />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={listbox.id}
          aria-activedescendant={listbox.activeId}
          aria-label={t('palette.search')}
          placeholder={t('palette.search')}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            listbox.restart();
          }}
          onKeyDown={listbox.onKeyDown}
          className="h-10 w-full rounded-md border border-line-control bg-surface pe-3 ps-9 text-base text-ink outline-none placeholder:text-ink-muted focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-focus dark:bg-canvas"
        />
      </div>
      <div
        id={listbox.id}
        role="listbox"
        aria-label={t('palette.title')}
        className="max-h-[min(24rem,50dvh)] overflow-y-auto"
      >
        {found.map((command, index) => (
          <Fragment key={command.id}>
            {command.group !== found[index - 1]?.group && (
              <div role="presentation" className="px-2.5 pt-2 pb-1 text-xs font-medium text-ink-muted">
                {command.group}
              </div>
            )}
            <ListboxOption
              {...listbox.optionProps(command, index)}
              className="flex items-center justify-between gap-3 py-1.5"
            >
              <span className="flex min-w-0 items-center gap-2.5">
                {'kind' in command && <Tile result={command} />}
                <bdi className="min-w-0">{command.label}</bdi>
              </span>
              {command.keys && <KeyCaps keys={command.keys} />}
            </ListboxOption>
          </Fragment>
        ))}
      </div>
      {loading && <p className="px-2.5 pb-2 text-base text-ink-secondary">{t('palette.loading')}</p>}
      {failed && <p className="px-2.5 pb-2 text-base text-danger-text">{t('palette.failed')}</p>}
      {found.length === 0 && !loading && !failed && (
        <p className="px-2.5 pb-2 text-base text-ink-secondary">{t('palette.none', { text: text.trim() })}</p>
      )}
      <VisuallyHidden live>
        {failed ? t('palette.failed') : loading ? t('palette.loading') : t('palette.count', { count: found.length })}
      </VisuallyHidden>
    </div>
  );
}

/** Tile of a result, as lists have it; decorative, next to the name. */
const Tile = ({ result: { kind, label } }: { result: SearchResult }) =>
  kind === 'devices' ? <DeviceTile size={24} /> : <Monogram name={label} size={24} round={kind === 'people'} />;
