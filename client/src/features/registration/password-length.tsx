import { Check } from 'lucide-react';
import type { Control } from 'react-hook-form';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SHORTEST_PASSWORD } from '@/lib/field-rules';
import type { SignUpValues } from './sign-up-values';

const ADVISED_PASSWORD = 15;

/** Shows the length rule and which part of it is met; there are no composition rules (ASVS 5.0, 6.2.5). */
export function PasswordLength({ control }: { control: Control<SignUpValues> }) {
  const { t } = useTranslation('registration');
  const length = Array.from(useWatch({ control, name: 'password' })).length;
  if (length < SHORTEST_PASSWORD) return t('passwordLength.rules');
  return (
    <span className="flex items-center gap-1.5">
      <Check aria-hidden="true" className="size-3.5 shrink-0 text-success-text" />
      {t(length < ADVISED_PASSWORD ? 'passwordLength.enough' : 'passwordLength.good')}
    </span>
  );
}
