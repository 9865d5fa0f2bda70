import type { TFunction } from 'i18next';
import { Check, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { emailValidateFor, paths } from '@/lib/paths';
import type { Account } from '@/lib/session/session';
import { createStoredValue } from '@/lib/stored-value';
import { classes } from '@/ui/classes';
import { IconButton } from '@/ui/form/icon-button';
import { Card } from '@/ui/layout/card';
import { Link } from '@/ui/layout/link';

/** The browser remembers who has dismissed the checklist last; the server stores no preferences. */
const dismissed = createStoredValue(
  'checklist_dismissed',
  (text) => text ?? '',
  (email: string) => email,
);

interface Step {
  name: 'email' | 'domain' | 'mfa' | 'invite' | 'look';
  done: boolean;
  to: string;
}

/** A text of a step; the first ones are also those of an empty overview. */
const textOf = (name: Step['name'], part: 'title' | 'text' | 'action', t: TFunction<'overview'>): string =>
  name === 'email' || name === 'domain' ? t(`empty.${name}.${part}`) : t(`checklist.${name}.${part}`);

interface Progress {
  /** Members of the organization; undefined while loading. */
  members: number | undefined;
  /** Whether somebody has read a detection. */
  hasRead: boolean;
  hasDetections: boolean;
}

function stepsOf({ user, domains }: Account, { members, hasRead, hasDetections }: Progress): Step[] {
  const isOrganization = user.role === 'Organization';
  const may = (permission: (typeof user.permissions)[number]) =>
    isOrganization && user.permissions.includes(permission);
  const { is_mfa_device_enabled, is_mfa_email_enabled } = user.mfa_settings;
  return [
    { name: 'email', done: user.is_email_verified, to: emailValidateFor(user.role) },
    ...(may('MANAGE_DOMAINS')
      ? [{ name: 'domain' as const, done: domains.some(({ is_verified }) => is_verified), to: paths.domainSettings }]
      : []),
    { name: 'mfa', done: is_mfa_device_enabled || is_mfa_email_enabled, to: paths.securitySettings },
    ...(may('MANAGE_MEMBERS') ? [{ name: 'invite' as const, done: (members ?? 1) > 1, to: paths.memberSettings }] : []),
    ...(hasDetections || hasRead ? [{ name: 'look' as const, done: hasRead, to: paths.workforce }] : []),
  ];
}

interface ShownChecklist {
  steps: Step[];
  isShown: boolean;
  /** Whether the next step is to verify the address or a domain. */
  needsVerification: boolean;
}

export function useChecklist(account: Account | null, progress: Progress): ShownChecklist {
  const owner = dismissed.useValue();
  const steps = account ? stepsOf(account, progress) : [];
  const next = steps.find(({ done }) => !done)?.name;
  return {
    steps,
    isShown: account !== null && owner !== account.user.email && next !== undefined,
    needsVerification: next === 'email' || next === 'domain',
  };
}

/** First steps of an account; the next one is open. */
export function Checklist({ steps, email }: { steps: readonly Step[]; email: string }) {
  const { t } = useTranslation('overview');
  const next = steps.find(({ done }) => !done);
  const done = steps.filter((step) => step.done).length;
  return (
    <Card
      title={t('checklist.title')}
      description={t('checklist.progress', { done, total: steps.length })}
      actions={<IconButton icon={<X />} label={t('checklist.dismiss')} onClick={() => dismissed.write(email)} />}
    >
      <ol className="grid gap-x-8 gap-y-3 lg:auto-cols-fr lg:grid-flow-col">
        {steps.map((step, index) => (
          <li key={step.name} className="flex items-start gap-3">
            <span
              aria-hidden="true"
              className={classes(
                'mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border text-xs font-semibold tabular-nums',
                step.done
                  ? 'border-success-line bg-success-soft text-success-text'
                  : 'border-line-strong text-ink-muted',
              )}
            >
              {step.done ? <Check className="size-3" /> : index + 1}
            </span>
            <div className="min-w-0">
              {step === next ? (
                <>
                  <h3 className="text-base font-semibold text-ink">{textOf(step.name, 'title', t)}</h3>
                  <p className="mt-0.5 mb-3 max-w-prose text-sm text-ink-secondary">{textOf(step.name, 'text', t)}</p>
                  <Link look="button" variant="primary" size="sm" to={step.to}>
                    {textOf(step.name, 'action', t)}
                  </Link>
                </>
              ) : step.done ? (
                <p className="text-base text-ink-muted">
                  {/* The title of this step says "first". */}
                  <span className="line-through">
                    {textOf(step.name, step.name === 'email' ? 'action' : 'title', t)}
                  </span>
                  <span className="sr-only"> {t('checklist.done')}</span>
                </p>
              ) : (
                <p className="text-base">
                  <Link look="quiet" to={step.to}>
                    {textOf(step.name, 'title', t)}
                  </Link>
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
