import type { MfaMethod } from '@/lib/graphql/schema-types.generated';
import type { ConfigureMfaMutation } from './security.generated';

type Configured = Extract<ConfigureMfaMutation['configureMfa'], { __typename: 'ConfigureMfaSuccess' }>;
export type DeviceSetup = NonNullable<Configured['device']>;

/** State of the change of one second factor (spec §4, MFA method). */
export type MfaState =
  | { step: 'idle' }
  /** The request is sent; the switch already shows the wanted state. */
  | { step: 'enabling'; method: MfaMethod }
  /** The dialog is open and expects the first code. */
  | { step: 'verifying'; method: MfaMethod; device: DeviceSetup | null; checking: boolean; problem?: string }
  /** Confirming to turn it off. */
  | { step: 'confirming'; method: MfaMethod }
  | { step: 'disabling'; method: MfaMethod };

export type MfaEvent =
  | { kind: 'switched-on'; method: MfaMethod }
  | { kind: 'enabled'; device: DeviceSetup | null }
  | { kind: 'code-sent' }
  | { kind: 'code-refused'; problem: string }
  /** The password dialog was cancelled, so the code was not checked. */
  | { kind: 'code-withheld' }
  | { kind: 'verified' }
  | { kind: 'dialog-closed' }
  | { kind: 'switched-off'; method: MfaMethod }
  | { kind: 'off-confirmed' }
  | { kind: 'off-declined' }
  | { kind: 'disabled' }
  | { kind: 'failed' };

export const mfaIdle: MfaState = { step: 'idle' };

/**
 * Return the next state. Events that don't belong to the current step are ignored, because responses may come late. Closing the
 * dialog without a verified code turns the method off again without asking.
 */
export function nextMfa(state: MfaState, event: MfaEvent): MfaState {
  switch (event.kind) {
    case 'switched-on':
      return state.step === 'idle' ? { step: 'enabling', method: event.method } : state;
    case 'enabled':
      return state.step === 'enabling'
        ? { step: 'verifying', method: state.method, device: event.device, checking: false }
        : state;
    case 'code-sent':
      return state.step === 'verifying'
        ? { step: 'verifying', method: state.method, device: state.device, checking: true }
        : state;
    case 'code-refused':
      return state.step === 'verifying' ? { ...state, checking: false, problem: event.problem } : state;
    case 'code-withheld':
      return state.step === 'verifying' ? { ...state, checking: false } : state;
    case 'verified':
      return state.step === 'verifying' ? mfaIdle : state;
    case 'dialog-closed':
      return state.step === 'verifying' && !state.checking ? { step: 'disabling', method: state.method } : state;
    case 'switched-off':
      return state.step === 'idle' ? { step: 'confirming', method: event.method } : state;
    case 'off-confirmed':
      return state.step === 'confirming' ? { step: 'disabling', method: state.method } : state;
    case 'off-declined':
      return state.step === 'confirming' ? mfaIdle : state;
    case 'disabled':
      return state.step === 'disabling' ? mfaIdle : state;
    case 'failed':
      return state.step === 'enabling' || state.step === 'disabling' ? mfaIdle : state;
  }
}

/** Return the position of a switch: the account's setting, or the wanted one during a change. */
export function isShownOn(state: MfaState, method: MfaMethod, isOn: boolean): boolean {
  if (state.step === 'idle' || state.method !== method) return isOn;
  return state.step === 'enabling' || state.step === 'verifying' || state.step === 'confirming';
}
