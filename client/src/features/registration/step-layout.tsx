import type { ReactNode } from 'react';
import { type SignUpStep, SignUpSteps } from './sign-up-steps';

/** Layout of a sign-up step, aligned to the top so that nothing jumps between steps. */
export function StepLayout({ step, children }: { step?: SignUpStep | undefined; children: ReactNode }) {
  return (
    <div className="mb-auto flex flex-col gap-7">
      {step && <SignUpSteps current={step} />}
      {children}
    </div>
  );
}
