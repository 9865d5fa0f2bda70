import { Ellipsis, EyeOff, Merge, Pencil, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toastFailure, toastOutcome } from '@/ui/feedback/mutation-toasts';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { Menu, MenuItem } from '@/ui/overlay/menu';
import { useConsoleEditLeakMutation } from './catalogue.generated';
import { LeakForm } from './leak-form';
import type { LeakDetail } from './leak-page';
import { MergeDialog } from './merge-dialog';
import { RetractDialog } from './retract-dialog';

interface LeakActionsProps {
  detail: LeakDetail;
  onChanged: () => void;
}

/** What an operator may do with a leak. */
export function LeakActions({ detail, onChanged }: LeakActionsProps) {
  const { t } = useTranslation('catalogue');
  const [open, setOpen] = useState<'edit' | 'merge' | 'retract'>();
  const [edit, { loading }] = useConsoleEditLeakMutation();
  const isRetracted = detail.leak.retractedDate !== null;
  const close = () => setOpen(undefined);
  const done = () => {
    close();
    onChanged();
  };

  async function mark() {
    try {
      const variables = { name: detail.leak.name, input: { isSensitive: !detail.isSensitive } };
      toastOutcome((await edit({ variables })).data?.result);
      onChanged();
    } catch (failure) {
      toastFailure(failure);
    }
  }

  return (
    <>
      <Button icon={<Pencil aria-hidden="true" className="size-4" />} onClick={() => setOpen('edit')}>
        {t('edit.open')}
      </Button>
      <Button
        icon={<EyeOff aria-hidden="true" className="size-4" />}
        onClick={() => void mark()}
        loadingLabel={loading ? t('edit.saving') : undefined}
      >
        {t(detail.isSensitive ? 'markOpen' : 'markSensitive')}
      </Button>
      {!isRetracted && (
        <Menu align="end" trigger={<IconButton label={t('more')} icon={<Ellipsis />} />}>
          <MenuItem icon={<Merge />} onSelect={() => setOpen('merge')}>
            {t('merge.open')}
          </MenuItem>
          <MenuItem icon={<Undo2 />} tone="danger" onSelect={() => setOpen('retract')}>
            {t('retract.open')}
          </MenuItem>
        </Menu>
      )}
      {open === 'edit' && <LeakForm detail={detail} onClose={close} onSaved={done} />}
      {open === 'merge' && <MergeDialog leak={detail.leak} onClose={close} onStarted={done} />}
      {open === 'retract' && <RetractDialog leak={detail.leak} onClose={close} onStarted={done} />}
    </>
  );
}
