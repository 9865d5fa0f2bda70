import { Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { StepProgress } from '@/ui/display/step-progress';
import { AsyncContent } from '@/ui/feedback/async-content';
import { Callout } from '@/ui/feedback/callout';
import { Skeleton } from '@/ui/feedback/skeleton';
import { Card } from '@/ui/layout/card';
import { Link } from '@/ui/layout/link';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { ConsolePage } from './console-page';
import { DnsTrial, EmailTrial, OpenSignUp } from './setup-actions';
import { type ConsoleSetupQuery, useConsoleSetupQuery } from './setup.generated';

type Step = ConsoleSetupQuery['console']['setup'][number];

/** Checklist from an empty installation to the first detection; facts complete its steps. */
export function SetupPage() {
  const { t } = useTranslation('console');
  const asked = useConsoleSetupQuery({ fetchPolicy: 'cache-and-network' });
  const steps = asked.data?.console.setup;
  const done = steps?.filter(({ isDone }) => isDone).length ?? 0;
  const total = steps?.length ?? 0;
  return (
    <ConsolePage title={t('setup.title')} description={t('setup.text')} query={asked}>
      <AsyncContent query={asked}>
        {steps ? (
          <>
            {done === total && <Callout tone="success">{t('setup.complete')}</Callout>}
            <Card
              title={t('setup.steps')}
              padded={false}
              actions={<StepProgress done={done} total={total} words={t('setup.progress', { done, total })} />}
            >
              <ol className="divide-y divide-line">
                {steps.map((step) => (
                  <SetupStep key={step.name} step={step}>
                    {!step.isDone && <StepAction name={step.name} onDone={asked.refetch} />}
                  </SetupStep>
                ))}
              </ol>
            </Card>
          </>
        ) : (
          <>
            <VisuallyHidden live>{t('loading')}</VisuallyHidden>
            <Skeleton className="h-96 w-full rounded-lg" />
          </>
        )}
      </AsyncContent>
    </ConsolePage>
  );
}

function SetupStep({ step: { name, isDone }, children }: { step: Step; children: ReactNode }) {
  const { t } = useTranslation('console');
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className="flex items-start gap-3 px-5 py-4">
      <Icon
        aria-hidden="true"
        className={isDone ? 'mt-0.5 size-5 shrink-0 text-success-text' : 'mt-0.5 size-5 shrink-0 text-ink-muted'}
      />
      <div className="min-w-0 flex-1">
        <p className="text-base font-medium text-ink">
          <VisuallyHidden>{t(isDone ? 'setup.done' : 'setup.toDo')}</VisuallyHidden> {t(`setup.step.${name}.title`)}
        </p>
        <p className="mt-0.5 max-w-prose text-sm text-ink-muted">{t(`setup.step.${name}.text`)}</p>
        {children && <div className="mt-3">{children}</div>}
      </div>
    </li>
  );
}

interface StepActionProps {
  name: Step['name'];
  onDone: () => Promise<unknown>;
}

function StepAction({ name, onDone }: StepActionProps) {
  const { t } = useTranslation('console');
  switch (name) {
    case 'OPERATOR':
      return <MonospaceValue value="breachlight setup" />;
    case 'SECOND_FACTOR':
      return <To path={paths.securitySettings}>{t('setUp.button')}</To>;
    case 'EMAIL':
      return <EmailTrial onDone={onDone} />;
    case 'DNS':
      return <DnsTrial onDone={onDone} />;
    case 'LEAK':
      return <To path={paths.consoleIngestion}>{t('ingestion.title')}</To>;
    case 'DOMAIN':
      return <To path={paths.domainSettings}>{t('account.domains')}</To>;
    case 'DETECTION':
      return <To path={paths.dashboard}>{t('setup.dashboard')}</To>;
    case 'SIGN_UP':
      return <OpenSignUp onDone={onDone} />;
  }
}

const To = ({ path, children }: { path: string; children: string }) => (
  <Link look="button" to={path}>
    {children}
  </Link>
);
