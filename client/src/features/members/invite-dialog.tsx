import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showFieldErrors } from '@/lib/field-errors';
import { toUserMessage } from '@/lib/graphql/errors';
import { useReauthentication } from '@/lib/session/reauthentication';
import { withReauthentication } from '@/lib/session/with-reauthentication';
import { Callout } from '@/ui/feedback/callout';
import { toastOutcome } from '@/ui/feedback/mutation-toasts';
import { Button } from '@/ui/form/button';
import { SelectField } from '@/ui/form/select-field';
import { TextField } from '@/ui/form/text-field';
import { Dialog } from '@/ui/overlay/dialog';
import { useInviteMemberMutation } from './members.generated';
import { REFETCH_MEMBERS } from './refetch-members';
import { roleOf, ROLES } from './roles';

const FORM_ID = 'invite-member';

/** Invites a member by email. */
export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('members');
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => {
        if (!stays && !busy) onClose();
      }}
      title={t('invite.title')}
      description={t('invite.text')}
      closeLabel={t('close')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={FORM_ID} variant="primary" loadingLabel={busy ? t('invite.busy') : undefined}>
            {t('invite.submit')}
          </Button>
        </>
      }
    >
      <InviteForm onBusyChange={setBusy} onDone={onClose} />
    </Dialog>
  );
}

function InviteForm({ onBusyChange, onDone }: { onBusyChange: (busy: boolean) => void; onDone: () => void }) {
  const { t } = useTranslation('members');
  const { confirm, dialog } = useReauthentication();
  const [inviteMember] = useInviteMemberMutation(REFETCH_MEMBERS);
  const [problem, setProblem] = useState<string>();
  const { register, control, handleSubmit, setError, formState } = useForm({
    defaultValues: { email: '', role: 'ANALYST' },
  });
  const role = roleOf(useWatch({ control, name: 'role' }));

  const submit = handleSubmit(async ({ email, role: chosen }) => {
    setProblem(undefined);
    onBusyChange(true);
    try {
      const variables = { email, role: roleOf(chosen) };
      const ask = async () => (await inviteMember({ variables })).data?.inviteMember;
      const result = await withReauthentication(ask, confirm);
      if (result === null) return;
      if (result?.__typename === 'InvitationSuccess') {
        toastOutcome(result);
        onDone();
      } else if (
        result?.__typename !== 'ValidationProblem' ||
        !showFieldErrors(setError, result.fieldErrors, ['email'])
      )
        setProblem(toUserMessage(result));
    } catch (error) {
      setProblem(toUserMessage(error));
    } finally {
      onBusyChange(false);
    }
  });

  return (
    <form id={FORM_ID} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
      <TextField
        label={t('invite.email')}
        required
        type="email"
        inputMode="email"
        autoComplete="off"
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <SelectField
        label={t('invite.role')}
        required
        hint={t(`roles.${role}`)}
        options={ROLES.map((each) => ({ value: each, label: t(`role.${each}`) }))}
        {...register('role')}
      />
      {dialog}
    </form>
  );
}
