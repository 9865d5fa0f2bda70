import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toUserMessage } from '@/lib/graphql/errors';
import { Button } from '@/ui/form/button';
import { TextField } from '@/ui/form/text-field';
import { Dialog } from '@/ui/overlay/dialog';

interface ViewNameDialogProps {
  open: boolean;
  naming: 'new' | 'rename';
  name: string;
  onCancel: () => void;
  /** Returns the error message if the server rejects the name. */
  onName: (name: string) => Promise<string | undefined>;
}

const LONGEST_NAME = 60;

/** Asks for the name of a new or saved view. */
export function ViewNameDialog({ open, naming, name, onCancel, onName }: ViewNameDialogProps) {
  const { t } = useTranslation('detections');
  const [refusal, setRefusal] = useState<string>();
  const [saving, setSaving] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('name');
    setSaving(true);
    try {
      setRefusal(await onName(typeof typed === 'string' ? typed : ''));
    } catch (error) {
      setRefusal(toUserMessage(error));
    } finally {
      setSaving(false);
    }
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (next) return;
        setRefusal(undefined);
        onCancel();
      }}
      title={t(naming === 'new' ? 'views.nameNew' : 'views.nameOther')}
      description={t('views.nameHint')}
      closeLabel={t('close')}
    >
      <form onSubmit={(event) => void submit(event)} className="grid gap-4">
        <TextField
          name="name"
          label={t('views.name')}
          defaultValue={name}
          error={refusal}
          maxLength={LONGEST_NAME}
          autoComplete="off"
          required
        />
        <div className="flex justify-end">
          <Button type="submit" variant="primary" loadingLabel={saving ? t('views.saving') : undefined}>
            {t('views.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
