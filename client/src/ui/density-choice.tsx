import { useTranslation } from 'react-i18next';
import { setDensity, useDensity } from '@/ui/density';
import { MenuChoice } from '@/ui/overlay/menu';

/** Menu items that choose the density of all tables. */
export function DensityChoice() {
  const { t } = useTranslation('commands');
  return (
    <MenuChoice
      label={t('density.label')}
      value={useDensity()}
      onValueChange={setDensity}
      options={[
        { value: 'comfortable', label: t('density.comfortable') },
        { value: 'compact', label: t('density.compact') },
      ]}
    />
  );
}
