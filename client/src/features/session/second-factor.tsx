import { KeyRound, Mail, Smartphone } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button';
import { CodeForm } from './code-form';
import type { LoginEvent, LoginStep } from './login-steps';
import { StepHeading } from './step-heading';
import type { LoginSteps } from './use-login-steps';

type SecondStep = Exclude<LoginStep, { name: 'start' }>;

interface SecondFactorProps extends Pick<LoginSteps, 'change' | 'attempt'> {
  step: SecondStep;
  onStartOver: () => void;
  startOverText: string;
}

/** The step after the password or the mailed link: which method, and its code (specification §4, Login). */
export function SecondFactor({ step, change, attempt, onStartOver, startOverText }: SecondFactorProps) {
  const { t } = useTranslation('session');
  return (
    <>
      {step.name === 'choice' && <Choice step={step} change={change} />}
      {step.name === 'code' && step.method === 'DEVICE' && (
        <>
          <StepHeading text={t('mfa.deviceText')}>{t('mfa.heading')}</StepHeading>
          <CodeForm
            key="device"
            kind="digits"
            label={t('mfa.code', { method: t('mfa.method.DEVICE') })}
            onSubmit={(code) => attempt({ deviceVerificationCode: code })}
          />
        </>
      )}
      {step.name === 'code' && step.method === 'EMAIL' && (
        <>
          <StepHeading text={t(step.mail === 'sent' ? 'mfa.emailSentText' : 'mfa.emailText')}>
            {t('mfa.heading')}
          </StepHeading>
          <CodeForm
            key="email"
            kind="digits"
            label={t('mfa.code', { method: t('mfa.method.EMAIL') })}
            aside={<Resend step={step} change={change} />}
            problem={step.mail === 'failed' ? t('mfa.sendFailed') : undefined}
            onSubmit={(code) => attempt({ emailVerificationCode: code })}
          />
        </>
      )}
      {step.name === 'recovery' && (
        <>
          <StepHeading text={t('mfa.recoveryText')}>{t('mfa.recoveryHeading')}</StepHeading>
          <CodeForm
            key="recovery"
            kind="recovery"
            label={t('mfa.recoveryCode')}
            onSubmit={(code) => attempt({ recoveryCode: code })}
          />
        </>
      )}
      <OtherWays step={step} change={change} onStartOver={onStartOver} startOverText={startOverText} />
    </>
  );
}

interface StepProps {
  step: SecondStep;
  change: (event: LoginEvent) => void;
}

function Choice({ step, change }: StepProps) {
  const { t } = useTranslation('session');
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const choices = [
    { method: 'DEVICE', icon: <Smartphone aria-hidden="true" className="size-4.5" />, text: t('mfa.useDevice') },
    { method: 'EMAIL', icon: <Mail aria-hidden="true" className="size-4.5" />, text: t('mfa.useEmail') },
  ] as const;
  return (
    <>
      <StepHeading text={t('mfa.choiceText')}>{t('mfa.choiceHeading')}</StepHeading>
      <div className="grid gap-3">
        {choices
          .filter(({ method }) => step.methods.includes(method))
          .map(({ method, icon, text }, index) => (
            <Button
              key={method}
              ref={index === 0 ? first : undefined}
              size="lg"
              fullWidth
              icon={icon}
              onClick={() => change({ kind: 'method-chosen', method })}
            >
              {text}
            </Button>
          ))}
      </div>
    </>
  );
}

/** Asks for the mailed code once more. */
function Resend({ step, change }: StepProps) {
  const { t } = useTranslation('session');
  return (
    <Button
      variant="ghost"
      size="sm"
      onClick={() => change({ kind: 'mail-wanted' })}
      loadingLabel={step.mail === 'sending' ? t('mfa.sending') : undefined}
    >
      {t('mfa.resend')}
    </Button>
  );
}

interface OtherWaysProps extends StepProps {
  onStartOver: () => void;
  startOverText: string;
}

/** What else the user can do at this step, from the likeliest on. */
function OtherWays({ step, change, onStartOver, startOverText }: OtherWaysProps) {
  const { t } = useTranslation('session');
  const present = step.name === 'code' ? step.method : null;
  const shown = step.name === 'choice' ? [] : (['DEVICE', 'EMAIL'] as const);
  return (
    <div className="grid justify-items-start gap-1 border-t border-line pt-4 *:-ml-3.5">
      {shown
        .filter((method) => method !== present && step.methods.includes(method))
        .map((method) => (
          <Button
            key={method}
            variant="ghost"
            icon={
              method === 'DEVICE' ? (
                <Smartphone aria-hidden="true" className="size-4" />
              ) : (
                <Mail aria-hidden="true" className="size-4" />
              )
            }
            onClick={() => change({ kind: 'method-chosen', method })}
          >
            {t(method === 'DEVICE' ? 'mfa.useDevice' : 'mfa.useEmail')}
          </Button>
        ))}
      {step.name !== 'recovery' && (
        <Button
          variant="ghost"
          icon={<KeyRound aria-hidden="true" className="size-4" />}
          onClick={() => change({ kind: 'recovery-chosen' })}
        >
          {t('mfa.useRecovery')}
        </Button>
      )}
      <Button variant="ghost" onClick={onStartOver}>
        {startOverText}
      </Button>
    </div>
  );
}
