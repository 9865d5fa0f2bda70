import { CirclePause, CirclePlay, Ellipsis, FileKey, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refetchAccount } from '@/lib/session/sync-account';
import { toastFailure, toastOutcome } from '@/ui/feedback/mutation-toasts';
import { IconButton } from '@/ui/form/icon-button';
import { AlertDialog } from '@/ui/overlay/alert-dialog';
import { Menu, MenuItem, MenuSeparator } from '@/ui/overlay/menu';
import {
  type DomainRowFragment,
  DomainsDocument,
  useRemoveDomainMutation,
  useSetDomainEnabledMutation,
} from './domains.generated';

interface DomainActionsProps {
  row: DomainRowFragment;
  onShowRecord: () => void;
}

/** Actions of one domain. */
export function DomainActions({ row: { id, domain, isEnabled, isVerified }, onShowRecord }: DomainActionsProps) {
  const { t } = useTranslation('domains');
  const [asking, setAsking] = useState(false);
  const [setEnabled] = useSetDomainEnabledMutation();
  const [remove, { loading: removing }] = useRemoveDomainMutation({
    refetchQueries: [DomainsDocument],
    awaitRefetchQueries: true,
  });

  async function toggle() {
    try {
      const result = (await setEnabled({ variables: { id, enabled: !isEnabled } })).data?.setDomainEnabled;
      if (toastOutcome(result, 'elsewhere')) void refetchAccount();
    } catch (failure) {
      toastFailure(failure, { flow: 'elsewhere' });
    }
  }

  async function forget() {
    try {
      const result = (await remove({ variables: { id } })).data?.removeDomain;
      if (!toastOutcome(result, 'elsewhere')) return;
      setAsking(false);
      void refetchAccount();
    } catch (failure) {
      toastFailure(failure, { flow: 'elsewhere' });
    }
  }

  return (
    <>
      <Menu align="end" trigger={<IconButton size="sm" label={t('actions.label', { domain })} icon={<Ellipsis />} />}>
        <MenuItem icon={<FileKey />} onSelect={onShowRecord}>
          {t(isVerified ? 'actions.record' : 'actions.verify')}
        </MenuItem>
        <MenuItem icon={isEnabled ? <CirclePause /> : <CirclePlay />} onSelect={() => void toggle()}>
          {t(isEnabled ? 'actions.disable' : 'actions.enable')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem tone="danger" icon={<Trash2 />} onSelect={() => setAsking(true)}>
          {t('actions.remove')}
        </MenuItem>
      </Menu>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('remove.question', { domain })}
        message={t('remove.text')}
        confirmLabel={t('remove.confirm')}
        cancelLabel={t('remove.cancel')}
        onConfirm={() => void forget()}
        tone="danger"
        busyLabel={removing ? t('remove.busy') : undefined}
      />
    </>
  );
}
