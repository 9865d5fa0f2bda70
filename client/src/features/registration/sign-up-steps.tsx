import { useTranslation } from 'react-i18next';
import { classes } from '@/ui/classes';

const STEPS = ['account', 'email', 'domain', 'address'] as const;

export type SignUpStep = (typeof STEPS)[number];

/** Progress of an organization's sign-up. */
export function SignUpSteps({ current }: { current: SignUpStep }) {
  const { t } = useTranslation('registration');
  const index = STEPS.indexOf(current);
  return (
    <div className="grid gap-2">
      <div aria-hidden="true" className="flex gap-1.5">
        {STEPS.map((step, position) => (
          <span
            key={step}
            className={classes(
              'h-1 flex-1 rounded-full forced-colors:border',
              position <= index ? 'bg-accent forced-colors:bg-[Highlight]' : 'bg-line-strong',
            )}
          />
        ))}
      </div>
      <p className="text-sm text-ink-muted">
        {t('steps.position', { number: index + 1, count: STEPS.length, name: t(`steps.${current}`) })}
      </p>
    </div>
  );
}
