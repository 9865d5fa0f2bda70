import { translate } from '@/i18n';
import { required } from '@/lib/field-rules';

/** Validation rules of the partner application; like those in lib/field-rules, each returns a message or true. */

const LARGEST_COMPANY = 10_000_000;

export function companySize(value: string): true | string {
  const given = required(value);
  if (given !== true) return given;
  const size = /^\d+$/.test(value.trim()) ? Number(value) : 0;
  return (size >= 1 && size <= LARGEST_COMPANY) || translate('registration:partner.companySizeWrong');
}

export function companyLink(value: string): true | string {
  const given = required(value);
  if (given !== true) return given;
  const url = URL.parse(value.trim());
  return (
    (url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') ||
    translate('registration:partner.companyLinkWrong')
  );
}
