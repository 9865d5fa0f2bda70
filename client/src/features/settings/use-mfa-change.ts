import { useReducer, useState } from 'react';
import { toUserMessage } from '@/lib/graphql/errors';
import type { MfaMethod } from '@/lib/graphql/schema-types.generated';
import { syncAccount } from '@/lib/session/sync-account';
import { withReauthentication } from '@/lib/session/with-reauthentication';
import { accountToast, toastFailure } from '@/ui/feedback/mutation-toasts';
import { mfaIdle, type MfaState, nextMfa } from './mfa-state';
import { REFETCH_SECURITY } from './refetch-security';
import { useConfigureMfaMutation, useVerifyMfaMutation } from './security.generated';

export interface MfaChange {
  state: MfaState;
  /** Recovery codes of the first method, to be shown until the user has saved them. */
  recoveryCodes: readonly string[] | undefined;
  forgetRecoveryCodes: () => void;
  turnOn: (method: MfaMethod) => void;
  askToTurnOff: (method: MfaMethod) => void;
  declineTurnOff: () => void;
  confirmTurnOff: () => void;
  verify: (code: string) => void;
  closeDialog: () => void;
}

/** Change second factors: the state machine decides what is shown, this hook calls the server. */
export function useMfaChange(confirmPassword: () => Promise<boolean>): MfaChange {
  const [state, send] = useReducer(nextMfa, mfaIdle);
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  const [configure] = useConfigureMfaMutation(REFETCH_SECURITY);
  const [verifyMfa] = useVerifyMfaMutation(REFETCH_SECURITY);

  const ask = async (method: MfaMethod, enable: boolean) =>
    (await configure({ variables: { method, enable } })).data?.configureMfa;

  async function turnOn(method: MfaMethod) {
    send({ kind: 'switched-on', method });
    try {
      const result = await withReauthentication(() => ask(method, true), confirmPassword);
      if (result === null) {
        send({ kind: 'failed' });
        return;
      }
      if (result?.__typename === 'ConfigureMfaSuccess') {
        accountToast('success', result.message);
        send({ kind: 'enabled', device: result.device });
        return;
      }
      toastFailure(result);
    } catch (error) {
      toastFailure(error);
    }
    send({ kind: 'failed' });
  }

  /** `quietly` if the method was never on: no message and no password prompt. */
  async function turnOff(method: MfaMethod, quietly: boolean) {
    try {
      const result = await withReauthentication(() => ask(method, false), confirmPassword);
      if (result === null) {
        send({ kind: 'failed' });
        return;
      }
      if (result?.__typename === 'ConfigureMfaSuccess') {
        syncAccount(result.account);
        if (!quietly) accountToast('success', result.message);
        send({ kind: 'disabled' });
        return;
      }
      toastFailure(result);
    } catch (error) {
      toastFailure(error);
    }
    send({ kind: 'failed' });
  }

  /** Show a toast, and the message under the input until the next attempt. */
  const refuseCode = (failure: unknown) => {
    toastFailure(failure);
    send({ kind: 'code-refused', problem: toUserMessage(failure) });
  };

  async function verify(verificationCode: string) {
    if (state.step !== 'verifying') return;
    const { method } = state;
    send({ kind: 'code-sent' });
    try {
      const askToVerify = async () => (await verifyMfa({ variables: { method, verificationCode } })).data?.verifyMfa;
      const result = await withReauthentication(askToVerify, confirmPassword);
      if (result === null) {
        send({ kind: 'code-withheld' });
        return;
      }
      if (result?.__typename === 'VerifyMfaSuccess') {
        syncAccount(result.account);
        accountToast('success', result.message);
        if (result.recoveryCodes.length > 0) setRecoveryCodes(result.recoveryCodes);
        send({ kind: 'verified' });
        return;
      }
      refuseCode(result);
    } catch (error) {
      refuseCode(error);
    }
  }

  return {
    state,
    recoveryCodes,
    forgetRecoveryCodes: () => setRecoveryCodes(undefined),
    turnOn: (method) => void turnOn(method),
    askToTurnOff: (method) => send({ kind: 'switched-off', method }),
    declineTurnOff: () => send({ kind: 'off-declined' }),
    confirmTurnOff() {
      if (state.step !== 'confirming') return;
      send({ kind: 'off-confirmed' });
      void turnOff(state.method, false);
    },
    verify: (code) => void verify(code),
    closeDialog() {
      if (state.step !== 'verifying' || state.checking) return;
      send({ kind: 'dialog-closed' });
      void turnOff(state.method, true);
    },
  };
}
