import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OptOutLevel } from '@/lib/graphql/schema-types.generated';
import { useSiteSettings } from '@/lib/site-settings/site-settings';
import { Callout } from '@/ui/feedback/callout';
import { StepHeading } from '@/ui/layout/step-heading';
import { AddressForm } from './address-form';
import { useRequestOptOutMutation } from './addresses.generated';

const LEVELS: OptOutLevel[] = ['LOOKUPS', 'MONITORING', 'RECORDS', 'NONE'];

/** Form that opts an address out, changes the choice or withdraws it; an emailed link confirms. */
export function OptOutPage() {
  const { t } = useTranslation('lookups');
  const { optOutsEnabled } = useSiteSettings();
  const [request] = useRequestOptOutMutation({ context: { anonymous: true }, fetchPolicy: 'no-cache' });
  const [level, setLevel] = useState<OptOutLevel>('LOOKUPS');

  return (
    <>
      <title>{t('optOut.title')}</title>
      <StepHeading text={t('optOut.text')}>{t('optOut.title')}</StepHeading>
      {optOutsEnabled ? (
        <AddressForm
          send={async (input) => (await request({ variables: { input: { ...input, level } } })).data?.requestOptOut}
          label={t('optOut.submit')}
        >
          <fieldset className="grid gap-3">
            <legend className="mb-3 text-sm font-medium text-ink">{t('optOut.choice')}</legend>
            {LEVELS.map((one) => (
              <Level key={one} level={one} checked={one === level} onChoose={() => setLevel(one)} />
            ))}
          </fieldset>
        </AddressForm>
      ) : (
        <Callout tone="warning">{t('optOut.off')}</Callout>
      )}
    </>
  );
}

function Level({ level, checked, onChoose }: { level: OptOutLevel; checked: boolean; onChoose: () => void }) {
  const { t } = useTranslation('lookups');
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <input
        id={id}
        type="radio"
        name="level"
        checked={checked}
        onChange={onChoose}
        aria-describedby={`${id}-hint`}
        className="mt-0.5 size-5 shrink-0 accent-accent"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="block text-base text-ink">
          {t(`optOut.levels.${level}`)}
        </label>
        <p id={`${id}-hint`} className="mt-0.5 text-sm text-ink-muted">
          {t(`optOut.hints.${level}`)}
        </p>
      </div>
    </div>
  );
}
