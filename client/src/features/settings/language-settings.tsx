import { useTranslation } from 'react-i18next';
import { useOfferedLanguages } from '@/lib/content/languages';
import { chooseLanguage } from '@/lib/session/language';
import { SelectField } from '@/ui/form/select-field';
import { Card } from '@/ui/layout/card';

/** Language of the interface and of emails; hidden if there is only one. */
export function LanguageSettings() {
  const { t, i18n } = useTranslation(['settings', 'app']);
  const languages = useOfferedLanguages();
  if (languages.length < 2) return null;
  return (
    <Card title={t('app:language')} description={t('language.text')}>
      <div className="max-w-xs">
        <SelectField
          label={t('app:language')}
          labelHidden
          options={languages}
          value={i18n.language}
          onChange={(event) => void chooseLanguage(event.target.value)}
        />
      </div>
    </Card>
  );
}
