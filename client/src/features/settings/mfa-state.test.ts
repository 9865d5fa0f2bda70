import fc from 'fast-check';
import { isShownOn, type MfaEvent, mfaIdle, type MfaState, nextMfa } from './mfa-state';

const run = (...events: MfaEvent[]): MfaState => events.reduce(nextMfa, mfaIdle);
const DEVICE = {
  __typename: 'DeviceSetup',
  provisioningUri: 'otpauth://x',
  secret: 'AB',
  qrCodePath: '',
  qrCodeSize: 9,
} as const;
const on: MfaEvent = { kind: 'switched-on', method: 'DEVICE' };
const enabled: MfaEvent = { kind: 'enabled', device: DEVICE };

const keepsItsMethod = (state: MfaState, next: MfaState) =>
  state.step === 'idle' || next.step === 'idle' || next.method === state.method;
// A verified code is the only way out of the open dialog that leaves the method on.
const leavesTheDialogVerified = (state: MfaState, next: MfaState, each: MfaEvent) =>
  state.step !== 'verifying' || next.step !== 'idle' || each.kind === 'verified';

describe('the change of a second factor', () => {
  // spec: S4.24
  it('turns on after enabling and a code', () => {
    expect(run(on)).toEqual({ step: 'enabling', method: 'DEVICE' });
    expect(run(on, enabled)).toEqual({ step: 'verifying', method: 'DEVICE', device: DEVICE, checking: false });
    expect(run(on, enabled, { kind: 'code-sent' })).toMatchObject({ checking: true });
    expect(run(on, enabled, { kind: 'code-sent' }, { kind: 'verified' })).toEqual(mfaIdle);
  });

  it('keeps the dialog open on a wrong code, and clears the problem with the next one', () => {
    const refused = run(on, enabled, { kind: 'code-sent' }, { kind: 'code-refused', problem: 'No.' });
    expect(refused).toMatchObject({ step: 'verifying', checking: false, problem: 'No.' });
    expect(nextMfa(refused, { kind: 'code-sent' })).not.toHaveProperty('problem');
  });

  it('turns off without asking when the dialog is closed unverified', () => {
    expect(run(on, enabled, { kind: 'dialog-closed' })).toEqual({ step: 'disabling', method: 'DEVICE' });
  });

  it('cannot be closed while a code is being checked', () => {
    expect(run(on, enabled, { kind: 'code-sent' }, { kind: 'dialog-closed' })).toMatchObject({ step: 'verifying' });
  });

  it('asks before turning off a verified method', () => {
    const off: MfaEvent = { kind: 'switched-off', method: 'EMAIL' };
    expect(run(off)).toEqual({ step: 'confirming', method: 'EMAIL' });
    expect(run(off, { kind: 'off-declined' })).toEqual(mfaIdle);
    expect(run(off, { kind: 'off-confirmed' })).toEqual({ step: 'disabling', method: 'EMAIL' });
    expect(run(off, { kind: 'off-confirmed' }, { kind: 'disabled' })).toEqual(mfaIdle);
  });

  it('resets the switch when enabling fails', () => {
    expect(run(on, { kind: 'failed' })).toEqual(mfaIdle);
    expect(isShownOn(run(on), 'DEVICE', false)).toBe(true);
    expect(isShownOn(run(on, { kind: 'failed' }), 'DEVICE', false)).toBe(false);
    expect(isShownOn(run(on), 'EMAIL', true)).toBe(true);
  });

  // spec: S4.24
  it('changes one method at a time, for any events in any order', () => {
    const event = fc.oneof(
      fc.constantFrom<MfaEvent>(
        enabled,
        { kind: 'code-sent' },
        { kind: 'code-refused', problem: 'No.' },
        { kind: 'verified' },
        { kind: 'dialog-closed' },
        { kind: 'off-confirmed' },
        { kind: 'off-declined' },
        { kind: 'disabled' },
        { kind: 'failed' },
      ),
      fc.record({
        kind: fc.constantFrom('switched-on' as const, 'switched-off' as const),
        method: fc.constantFrom('DEVICE' as const, 'EMAIL' as const),
      }),
    );
    expect(() =>
      fc.assert(
        fc.property(fc.array(event), (events) =>
          events.every((each, index) => {
            const state = run(...events.slice(0, index));
            const next = nextMfa(state, each);
            return keepsItsMethod(state, next) && leavesTheDialogVerified(state, next, each);
          }),
        ),
      ),
    ).not.toThrow();
  });
});
