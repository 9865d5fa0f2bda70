import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from '@/ui/form/button';
import { Dialog } from './dialog';

interface FormDialogProps {
  title: string;
  description?: ReactNode;
  closeLabel: string;
  cancelLabel: string;
  submitLabel: string;
  /** Label of the button while what was sent is saved. */
  busyLabel: string | undefined;
  variant?: 'primary' | 'danger';
  onClose: () => void;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
  /** Behind the form, such as another dialog. */
  after?: ReactNode;
}

/** Dialog with a form that is cancelled or sent. */
export function FormDialog({
  title,
  description,
  closeLabel,
  cancelLabel,
  submitLabel,
  busyLabel,
  variant = 'primary',
  onClose,
  onSubmit,
  children,
  after,
}: FormDialogProps) {
  const id = useId();
  return (
    <Dialog
      open
      onOpenChange={(stays) => {
        if (!stays) onClose();
      }}
      title={title}
      description={description}
      closeLabel={closeLabel}
      footer={
        <>
          <Button onClick={onClose}>{cancelLabel}</Button>
          <Button type="submit" form={id} variant={variant} loadingLabel={busyLabel}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(event);
        }}
      >
        {children}
      </form>
      {after}
    </Dialog>
  );
}
