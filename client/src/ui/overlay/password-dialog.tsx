import { type ComponentProps, type ReactNode, useId } from 'react';
import { Callout } from '@/ui/feedback/callout';
import { Button } from '@/ui/form/button';
import { PasswordField } from '@/ui/form/password-field';
import { Dialog } from './dialog';

interface PasswordDialogProps extends Pick<ComponentProps<typeof PasswordField>, 'label' | 'showLabel' | 'hideLabel'> {
  open: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  cancelLabel: string;
  confirmLabel: string;
  /** Button label while the request runs. */
  busyLabel: string | undefined;
  /** Consequence of the action. */
  warning: string;
  problem: string | undefined;
  /** Account name for password managers. */
  email: string;
  field: ComponentProps<'input'>;
  error: string | undefined;
  onSubmit: () => void;
  /** Nested dialogs. */
  children?: ReactNode;
}

/** Password confirmation of an irreversible action. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { open, onClose, title, closeLabel, label, showLabel, hideLabel, problem, error, onSubmit } = props;
  const form = useId();
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => {
        if (!stays) onClose();
      }}
      title={title}
      closeLabel={closeLabel}
      footer={
        <>
          <Button onClick={onClose}>{props.cancelLabel}</Button>
          <Button type="submit" form={form} variant="danger" loadingLabel={props.busyLabel}>
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
        className="grid gap-4"
      >
        <Callout tone="danger">{props.warning}</Callout>
        {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
        <input hidden readOnly autoComplete="username" value={props.email} />
        <PasswordField {...props.field} {...{ label, showLabel, hideLabel, error }} autoComplete="current-password" />
        {props.children}
      </form>
    </Dialog>
  );
}
