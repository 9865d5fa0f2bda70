import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Command, useCommands } from '@/lib/commands/commands';
import { moveFocus } from '@/ui/table/row-keys';

/** J and K on the incidents, also while the focus is elsewhere on the page. */
export function useInboxCommands(): void {
  const { t } = useTranslation('incidents');
  const commands = useMemo<Command[]>(() => {
    const keyed = { group: t('title'), keysOnly: true };
    return [
      { ...keyed, id: 'next', label: t('commands.next'), keys: 'j', run: () => moveFocus(1) },
      { ...keyed, id: 'previous', label: t('commands.previous'), keys: 'k', run: () => moveFocus(-1) },
    ];
  }, [t]);
  useCommands(commands);
}
