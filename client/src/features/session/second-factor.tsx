import { ArrowLeft, KeyRound, Mail, RotateCw, Smartphone } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/form/button';
import { CodeForm } from './code-form';
import type { LoginEvent, LoginStep } from './login-steps';
import type { MfaMethod } from './login.generated';
import { StepHeading } from '@/ui/layout/step-heading';
import type { LoginSteps } from './use-login-steps';

const ICON = { 'aria-hidden': true, className: 'size-4' } as const;

type SecondStep = Exclude<LoginStep, { name: 'start' }>;

interface SecondFactorProps extends Pick<LoginSteps, 'change' | 'attempt'> {
  step: SecondStep;
  onStartOver: () => void;
  startOverText: string;
}

/** Step after the password or the emailed link: the method and its code (spec §4, Login). */
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
    { method: 'DEVICE', icon: <Smartphone {...ICON} />, text: t('mfa.useDevice') },
    { method: 'EMAIL', icon: <Mail {...ICON} />, text: t('mfa.useEmail') },
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

interface OtherWaysProps extends StepProps {
  onStartOver: () => void;
  startOverText: string;
}

/** Other options at this step, most likely first. */
function OtherWays({ step, change, onStartOver, startOverText }: OtherWaysProps) {
  const { t } = useTranslation('session');
  const present = step.name === 'code' ? step.method : null;
  const offers = (method: MfaMethod) => step.name !== 'choice' && method !== present && step.methods.includes(method);
  return (
    <div className="grid justify-items-start gap-1 border-t border-line pt-4 *:-ms-3.5">
      {present === 'EMAIL' && (
        <Button
          variant="ghost"
          icon={<RotateCw {...ICON} />}
          onClick={() => change({ kind: 'mail-wanted' })}
          loadingLabel={step.mail === 'sending' ? t('mfa.sending') : undefined}
        >
          {t('mfa.resend')}
        </Button>
      )}
      {offers('DEVICE') && (
        <Button
          variant="ghost"
          icon={<Smartphone {...ICON} />}
          onClick={() => change({ kind: 'method-chosen', method: 'DEVICE' })}
        >
          {t('mfa.useDevice')}
        </Button>
      )}
      {offers('EMAIL') && (
        <Button
          variant="ghost"
          icon={<Mail {...ICON} />}
          onClick={() => change({ kind: 'method-chosen', method: 'EMAIL' })}
        >
          {t('mfa.useEmail')}
        </Button>
      )}
      {step.name !== 'recovery' && (
        <Button variant="ghost" icon={<KeyRound {...ICON} />} onClick={() => change({ kind: 'recovery-chosen' })}>
          {t('mfa.useRecovery')}
        </Button>
      )}
      <Button variant="ghost" icon={<ArrowLeft {...ICON} />} onClick={onStartOver}>
        {startOverText}
      </Button>
    </div>
  );
}
