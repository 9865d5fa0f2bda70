import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/format';
import type { IncidentResolution } from '@/lib/graphql/schema-types.generated';
import { Button } from '@/ui/form/button';
import { TextField } from '@/ui/form/text-field';
import { Dialog } from '@/ui/overlay/dialog';
import type { Closing } from './use-incident-updates';

const RESOLUTIONS = [
  'PASSWORD_RESET',
  'ACCOUNT_INACTIVE',
  'FALSE_POSITIVE',
  'ACCEPTED',
] as const satisfies IncidentResolution[];

/** Accepted risks end a while later, unless another day is chosen. */
const USUAL_DAYS = 90;
const DAY_MILLISECONDS = 86_400_000;

const dayFromNow = (days: number): string => new Date(Date.now() + days * DAY_MILLISECONDS).toISOString().slice(0, 10);

/** What is closed: its title if it is one incident, and how much it is. */
export interface ClosingCount {
  title?: string;
  incidents: number;
  detections: number;
}

interface CloseDialogProps {
  /** Undefined closes the dialog. */
  count: ClosingCount | undefined;
  onCancel: () => void;
  onClose: (closing: Closing) => void;
}

/** Asks why incidents are closed; the reason chosen last is offered first. */
export function CloseDialog({ count, onCancel, onClose }: CloseDialogProps) {
  const { t, i18n } = useTranslation('incidents');
  const [resolution, setResolution] = useState<(typeof RESOLUTIONS)[number]>('PASSWORD_RESET');
  const [until, setUntil] = useState(() => dayFromNow(USUAL_DAYS));
  // The texts stay while the dialog disappears.
  const [shown, setShown] = useState(count);
  if (count && count !== shown) setShown(count);
  const chosen = useRef<HTMLInputElement>(null);
  const form = useId();
  const { title, incidents = 0, detections = 0 } = shown ?? {};
  const isAccepted = resolution === 'ACCEPTED';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onClose({ resolution, ...(isAccepted && { acceptedUntil: until }) });
  };
  return (
    <Dialog
      open={count !== undefined}
      onOpenChange={(open) => !open && onCancel()}
      title={title ?? t('close.title', { incidents: t('count', { count: incidents }) })}
      description={t('close.text', { number: formatNumber(detections, i18n.language) })}
      closeLabel={t('cancel')}
      initialFocus={chosen}
      footer={
        <>
          <Button onClick={onCancel}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form={form}>
            {t('close.action')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4">
        <fieldset>
          <legend className="mb-2 text-sm font-medium text-ink">{t('close.why')}</legend>
          <div className="divide-y divide-line rounded-md border border-line">
            {RESOLUTIONS.map((value) => (
              <label
                key={value}
                className="flex min-h-11 items-center gap-3 px-3 py-2 text-base text-ink transition-colors duration-100 hover:bg-hover has-checked:bg-selected has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus"
              >
                <input
                  ref={value === resolution ? chosen : undefined}
                  type="radio"
                  name="resolution"
                  value={value}
                  checked={value === resolution}
                  onChange={() => setResolution(value)}
                  className="size-4 shrink-0 accent-accent outline-none"
                />
                <span>
                  {t(`close.resolution.${value}`)}
                  <span className="block text-sm text-ink-muted">{t(`close.hint.${value}`)}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        {isAccepted && (
          <TextField
            type="date"
            required
            label={t('close.until')}
            hint={t('close.untilHint')}
            min={dayFromNow(1)}
            value={until}
            onChange={(event) => setUntil(event.target.value)}
          />
        )}
      </form>
    </Dialog>
  );
}
