import { translate } from '@/i18n';

/** Validation rules (spec §5). Each returns an error message or true. */

export const SHORTEST_PASSWORD = 8;
const EMAIL = /^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,4}$/;
const PHONE = /^\+\d{11,15}$/;

type Verdict = true | string;

export const required = (value: string): Verdict => value.trim() !== '' || translate('fields:required');

export const email = (value: string): Verdict => {
  if (value.trim() === '') return translate('fields:emailRequired');
  return EMAIL.test(value.trim()) || translate('fields:email');
};

export const phone = (value: string): Verdict => {
  if (value.trim() === '') return translate('fields:phoneRequired');
  return PHONE.test(value.trim()) || translate('fields:phone');
};

export const newPassword = (value: string): Verdict => {
  if (value === '') return translate('fields:passwordRequired');
  // Count code points, as the server does.
  return Array.from(value).length >= SHORTEST_PASSWORD || translate('fields:passwordShort');
};

export const samePassword =
  (password: () => string) =>
  (value: string): Verdict => {
    if (value === '') return translate('fields:confirmRequired');
    return value === password() || translate('fields:passwordsDiffer');
  };
