import { useTranslation } from 'react-i18next';
import { useOfferedCommands } from '@/lib/commands/commands';
import { type Keys } from '@/lib/commands/keys';
import { setSingleKeys, useSingleKeys } from '@/lib/commands/single-keys';
import { Switch } from '@/ui/form/switch';
import { Dialog } from '@/ui/overlay/dialog';
import { KeyCaps } from './key-caps';

interface ShortcutsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Shortcuts of the current page, with a switch for single-key ones. */
export function ShortcutsDialog({ open, onOpenChange }: ShortcutsDialogProps) {
  const { t } = useTranslation('commands');
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('shortcuts.title')} closeLabel={t('close')}>
      <Shortcuts />
    </Dialog>
  );
}

function Shortcuts() {
  const { t } = useTranslation('commands');
  const singleKeys = useSingleKeys();
  const offered = useOfferedCommands().filter((command): command is typeof command & { keys: Keys } =>
    Boolean(command.keys),
  );
  const groups = [...new Set(offered.map(({ group }) => group))];
  return (
    <div className="grid gap-5">
      <Switch
        label={t('shortcuts.single')}
        hint={t('shortcuts.singleHint')}
        checked={singleKeys}
        onChange={(event) => setSingleKeys(event.target.checked)}
      />
      {groups.map((group) => (
        <section key={group} className="grid gap-1.5">
          <h3 className="text-sm font-semibold text-ink">{group}</h3>
          <dl className="divide-y divide-line border-y border-line">
            {offered
              .filter((command) => command.group === group)
              .map(({ id, label, keys }) => (
                <div key={id} className="flex items-center justify-between gap-4 py-1.5">
                  <dt className="min-w-0 text-base text-ink-secondary">{label}</dt>
                  <dd>
                    <KeyCaps keys={keys} />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
