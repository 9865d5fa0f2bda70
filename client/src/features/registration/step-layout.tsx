import type { ReactNode } from 'react';
import { type SignUpStep, SignUpSteps } from './sign-up-steps';

/** A step of the sign-up. It stands at the top, so that nothing jumps from step to step. */
export function StepLayout({ step, children }: { step?: SignUpStep | undefined; children: ReactNode }) {
  return (
    <div className="mb-auto flex flex-col gap-7">
      {step && <SignUpSteps current={step} />}
      {children}
    </div>
  );
}
