import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/form/button';
import { TextField } from '@/ui/form/text-field';
import { Dialog } from '@/ui/overlay/dialog';

/** Filter whose value is typed in a dialog. */
export type TypedFilterName = 'user' | 'url' | 'domain' | 'email' | 'after' | 'before';

interface TypedFilterDialogProps {
  open: boolean;
  filter: TypedFilterName;
  value: string;
  /** Called with null on cancel. */
  onAnswer: (value: string | null) => void;
}

/** Asks for the value of a filter. */
export function TypedFilterDialog({ open, filter, value, onAnswer }: TypedFilterDialogProps) {
  const { t } = useTranslation('detections');
  const name = t(`filter.name.${filter}`);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('value');
    onAnswer(typeof typed === 'string' ? typed.trim() : null);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onAnswer(null);
      }}
      title={t('filter.typedTitle', { name })}
      closeLabel={t('close')}
    >
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          key={filter}
          name="value"
          label={name}
          hint={t(`filter.hint.${filter}`)}
          defaultValue={value}
          type={filter === 'after' || filter === 'before' ? 'date' : 'text'}
          maxLength={500}
          required
        />
        <div className="flex justify-end">
          <Button type="submit" variant="primary">
            {t('filter.apply')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
