import { type LoginEvent, type LoginStep, emailDue, type EmailState, nextStep, START } from './login-steps';
import type { MfaMethod } from './login.generated';

const required = (...methods: MfaMethod[]): LoginEvent => ({ kind: 'mfa-required', methods, emailToken: 'first' });
const after = (...events: LoginEvent[]) => events.reduce(nextStep, START);
const BOTH = required('EMAIL', 'DEVICE');

const mailEvents = (emailToken: string, sent: boolean): LoginEvent[] => [
  { kind: 'mail-begun', emailToken },
  { kind: 'mail-ended', emailToken, sent },
];

describe('the steps of a login (spec §4, Login)', () => {
  it.each<[string, LoginEvent[], Partial<LoginStep> & { method?: MfaMethod }]>([
    ['one method is chosen by itself: device', [required('DEVICE')], { name: 'code', method: 'DEVICE' }],
    ['one method is chosen by itself: email', [required('EMAIL')], { name: 'code', method: 'EMAIL' }],
    ['several are for the user to choose from', [BOTH], { name: 'choice' }],
    ['no known method leaves the recovery codes', [required()], { name: 'recovery' }],
    ['device, chosen', [BOTH, { kind: 'method-chosen', method: 'DEVICE' }], { name: 'code', method: 'DEVICE' }],
    ['email, chosen', [BOTH, { kind: 'method-chosen', method: 'EMAIL' }], { name: 'code', method: 'EMAIL' }],
    [
      'the other one after the first',
      [BOTH, { kind: 'method-chosen', method: 'DEVICE' }, { kind: 'method-chosen', method: 'EMAIL' }],
      { name: 'code', method: 'EMAIL' },
    ],
    [
      'a method that is not on cannot be chosen',
      [required('DEVICE'), { kind: 'method-chosen', method: 'EMAIL' }],
      { name: 'code', method: 'DEVICE' },
    ],
    ['recovery from the choice', [BOTH, { kind: 'recovery-chosen' }], { name: 'recovery' }],
    ['recovery from a code', [required('DEVICE'), { kind: 'recovery-chosen' }], { name: 'recovery' }],
    ['from recovery to the choice', [BOTH, { kind: 'recovery-chosen' }, { kind: 'method-wanted' }], { name: 'choice' }],
    [
      'from recovery to the only method',
      [required('DEVICE'), { kind: 'recovery-chosen' }, { kind: 'method-wanted' }],
      { name: 'code', method: 'DEVICE' },
    ],
    [
      'from recovery to a method by name',
      [BOTH, { kind: 'recovery-chosen' }, { kind: 'method-chosen', method: 'DEVICE' }],
      { name: 'code', method: 'DEVICE' },
    ],
    [
      'a second demand stays at the code, with the new token',
      [required('DEVICE'), { kind: 'mfa-required', methods: ['DEVICE'], emailToken: 'second' }],
      { name: 'code', method: 'DEVICE', emailToken: 'second' },
    ],
  ])('%s', (_case, events, step) => {
    expect(after(...events)).toMatchObject(step);
  });

  it.each<[string, LoginEvent[]]>([
    ['the choice', [BOTH]],
    ['a code', [required('EMAIL')]],
    ['recovery', [BOTH, { kind: 'recovery-chosen' }]],
  ])('%s is given up for the password', (_case, events) => {
    expect(after(...events, { kind: 'given-up' })).toEqual(START);
  });

  // spec: S4.12
  it('only a required second factor leads away from the start', () => {
    const others: LoginEvent[] = [
      { kind: 'method-chosen', method: 'EMAIL' },
      { kind: 'recovery-chosen' },
      { kind: 'method-wanted' },
      { kind: 'mail-wanted' },
      ...mailEvents('first', true),
      { kind: 'given-up' },
    ];
    for (const event of others) expect(nextStep(START, event)).toEqual(START);
  });
});

describe('the emailed code', () => {
  it.each<[string, LoginEvent[], string | null]>([
    ['is due as soon as email is the method', [required('EMAIL')], 'first'],
    ['is due once email is chosen', [BOTH, { kind: 'method-chosen', method: 'EMAIL' }], 'first'],
    ['is not due at the start', [], null],
    ['is not due while the user chooses', [BOTH], null],
    ['is not due for a device', [required('DEVICE')], null],
    ['is not due while it is being sent', [required('EMAIL'), { kind: 'mail-begun', emailToken: 'first' }], null],
    ['is not due once sent', [required('EMAIL'), ...mailEvents('first', true)], null],
    ['is not tried again by itself', [required('EMAIL'), ...mailEvents('first', false)], null],
    ['is due again when wanted', [required('EMAIL'), ...mailEvents('first', true), { kind: 'mail-wanted' }], 'first'],
    [
      'is due again after a failure',
      [required('EMAIL'), ...mailEvents('first', false), { kind: 'mail-wanted' }],
      'first',
    ],
    [
      'is not sent twice at once',
      [required('EMAIL'), { kind: 'mail-begun', emailToken: 'first' }, { kind: 'mail-wanted' }],
      null,
    ],
    [
      'is due again when a second demand crosses it',
      [
        required('EMAIL'),
        { kind: 'mail-begun', emailToken: 'first' },
        { kind: 'mfa-required', methods: ['EMAIL'], emailToken: 'second' },
        { kind: 'mail-ended', emailToken: 'first', sent: true },
      ],
      'second',
    ],
    [
      'is still good after a look at the recovery codes',
      [required('EMAIL'), ...mailEvents('first', true), { kind: 'recovery-chosen' }, { kind: 'method-wanted' }],
      null,
    ],
    [
      'is not sent again for coming back to email',
      [
        BOTH,
        { kind: 'method-chosen', method: 'EMAIL' },
        ...mailEvents('first', true),
        { kind: 'method-chosen', method: 'DEVICE' },
        { kind: 'method-chosen', method: 'EMAIL' },
      ],
      null,
    ],
    [
      'is due again in the next login',
      [required('EMAIL'), ...mailEvents('first', true), { kind: 'given-up' }, required('EMAIL')],
      'first',
    ],
  ])('%s', (_case, events, token) => {
    expect(emailDue(after(...events))).toBe(token);
  });

  it.each<[boolean, EmailState]>([
    [true, 'sent'],
    [false, 'failed'],
  ])('has ended: %s', (sent, mail) => {
    expect(after(required('EMAIL'), ...mailEvents('first', sent))).toMatchObject({ name: 'code', mail });
  });

  it('of an earlier login says nothing about this one', () => {
    const [begun, ended] = mailEvents('earlier', true);
    const step = after(required('EMAIL'));
    expect(begun && nextStep(step, begun)).toEqual(step);
    expect(ended && nextStep(step, ended)).toEqual(step);
  });
});
