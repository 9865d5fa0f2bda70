import '@/i18n';
import { email, newPassword, phone, required, samePassword } from './field-rules';

const PHONE = 'Phone number must be in international format, starting with + followed by country code.';

describe('the rules of fields (spec §5)', () => {
  // spec: S5.1
  it.each([
    ['', 'Field is Required'],
    ['  ', 'Field is Required'],
    ['Ada', true],
  ])('required %j', (value, verdict) => expect(required(value)).toBe(verdict));

  // spec: S5.2 S9.1
  it.each([
    ['', 'Email is required'],
    ['ada', 'Enter a valid email address'],
    ['ada@acme', 'Enter a valid email address'],
    ['ada@acme.technology', 'Enter a valid email address'],
    ['ada@acme.c', 'Enter a valid email address'],
    ['a b@acme.com', 'Enter a valid email address'],
    ['ada+shop@mail.acme.info', true],
  ])('email %j', (value, verdict) => expect(email(value)).toBe(verdict));

  // spec: S5.5 S9.1
  it.each([
    ['', 'Enter Phone Number'],
    ['4412345678901', PHONE],
    ['+4412345678', PHONE],
    ['+44123456789012345', PHONE],
    ['+44 1234 567 890', PHONE],
    ['+44123456789', true],
    ['+441234567890123', true],
  ])('phone %j', (value, verdict) => expect(phone(value)).toBe(verdict));

  // spec: S5.3 S9.1
  it.each([
    ['', 'Password is required'],
    ['1234567', 'Password must be at least 8 characters long'],
    ['🔑🔑🔑🔑', 'Password must be at least 8 characters long'],
    ['12345678', true],
  ])('password %j', (value, verdict) => expect(newPassword(value)).toBe(verdict));

  it.each([
    ['', 'Please confirm your password'],
    ['other', 'Passwords do not match'],
    ['same', true],
  ])('repeated password %j', (value, verdict) => expect(samePassword(() => 'same')(value)).toBe(verdict));
});
