import { Stethoscope } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge, type Tone } from '@/ui/display/badge';
import { toastFailure } from '@/ui/feedback/mutation-toasts';
import { Button } from '@/ui/form/button';
import { Card } from '@/ui/layout/card';
import { type ConsoleRunChecksMutation, useConsoleRunChecksMutation } from './health.generated';

type Checks = Extract<ConsoleRunChecksMutation['consoleRunChecks'], { __typename: 'RunChecksSuccess' }>['checks'];
type Level = Checks[number]['level'];

const TONES: Record<Level, Tone> = { OK: 'success', WARNING: 'warning', FAILING: 'danger', SKIPPED: 'neutral' };

/** Checks of `breachlight doctor`, made on demand; their texts are in English. */
export function HealthChecks() {
  const { t } = useTranslation('console');
  const [run, { loading }] = useConsoleRunChecksMutation();
  const [checks, setChecks] = useState<Checks>();
  async function check() {
    try {
      const found = (await run()).data?.consoleRunChecks;
      if (found?.__typename === 'RunChecksSuccess') setChecks(found.checks);
      else toastFailure(found);
    } catch (failure) {
      toastFailure(failure);
    }
  }
  return (
    <Card
      title={t('checks.title')}
      description={t('checks.text')}
      padded={false}
      actions={
        <Button
          icon={<Stethoscope aria-hidden="true" className="size-4" />}
          onClick={() => void check()}
          loadingLabel={loading ? t('checks.busy') : undefined}
        >
          {t('checks.run')}
        </Button>
      }
    >
      <div aria-live="polite">
        {checks && (
          <ul className="divide-y divide-line">
            {checks.map(({ name, level, text, remedy }, index) => (
              <li key={`${name} ${index}`} className="flex flex-wrap items-start gap-x-4 gap-y-1 px-5 py-3">
                <span className="w-28">
                  <Badge tone={TONES[level]}>{t(`checks.level.${level}`)}</Badge>
                </span>
                <div lang="en" dir="ltr" className="min-w-48 flex-1">
                  <p className="text-base wrap-anywhere text-ink">
                    <span className="font-medium">{name}:</span> {text}
                  </p>
                  {remedy && <p className="text-sm wrap-anywhere text-ink-muted">{remedy}</p>}
                </div>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}
