import fc from 'fast-check';
import { nextVerification, NOT_BEGUN, type VerificationEvent, type VerificationState } from './verification-state';

const failed: VerificationState = { step: 'failed', message: 'Expired' };
const VERIFY: VerificationEvent = { kind: 'verify' };
const CONFIRMED: VerificationEvent = { kind: 'confirmed' };
const REFUSED: VerificationEvent = { kind: 'refused', message: 'Expired' };
const ALREADY: VerificationEvent = { kind: 'already-verified' };

describe('the verification of an address', () => {
  it.each<[VerificationState, VerificationEvent, VerificationState]>([
    [{ step: 'idle' }, VERIFY, { step: 'verifying' }],
    [{ step: 'verifying' }, CONFIRMED, { step: 'verified' }],
    [{ step: 'verifying' }, REFUSED, failed],
    [failed, VERIFY, { step: 'verifying' }],
    [failed, ALREADY, { step: 'verified' }],
  ])('goes from %j by %j to %j', (state, event, next) => expect(nextVerification(state, event)).toEqual(next));

  const EDGES: Record<VerificationState['step'], VerificationEvent['kind'][]> = {
    idle: ['verify'],
    verifying: ['confirmed', 'refused'],
    verified: [],
    failed: ['verify', 'already-verified'],
  };

  const events = fc.array(
    fc.oneof(
      fc.constantFrom(VERIFY, CONFIRMED, ALREADY),
      fc.string().map((message): VerificationEvent => ({ kind: 'refused', message })),
    ),
  );

  // spec: S4.19
  it('allows no other transition, for any events in any order', () => {
    fc.assert(
      fc.property(events, (sequence) => {
        let state = NOT_BEGUN;
        for (const event of sequence) {
          const next = nextVerification(state, event);
          expect(next !== state).toBe(EDGES[state.step].includes(event.kind));
          expect(next.step !== state.step).toBe(next !== state);
          state = next;
        }
      }),
    );
  });

  // spec: S4.19
  it('ends verified only if the server said so, and stays verified', () => {
    fc.assert(
      fc.property(events, (sequence) => {
        const states = sequence.reduce<VerificationState[]>(
          (all, event) => [...all, nextVerification(all.at(-1) ?? NOT_BEGUN, event)],
          [NOT_BEGUN],
        );
        const first = states.findIndex(({ step }) => step === 'verified');
        if (first < 0) return;
        expect(['confirmed', 'already-verified']).toContain(sequence[first - 1]?.kind);
        expect(states.slice(first).every(({ step }) => step === 'verified')).toBe(true);
      }),
    );
  });
});
