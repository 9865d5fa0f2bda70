import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DensityChoice } from '@/ui/density-choice';
import { Button } from '@/ui/form/button';
import { Menu, MenuChoice, MenuHeading, MenuSeparator } from '@/ui/overlay/menu';
import { PAGE_SIZES, samePlace, setPageSize, usePageSize } from './page-size';

const OPTIONS = PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }));

interface PageSizeMenuProps {
  page: number;
  onPageChange: (page: number) => void;
}

/** Menu of the rows on a page, where the first row stays in view, and of their density. */
export function PageSizeMenu({ page, onPageChange }: PageSizeMenuProps) {
  const { t } = useTranslation('commands');
  const size = usePageSize();
  return (
    <Menu
      align="end"
      side="top"
      trigger={
        <Button variant="ghost" size="sm" iconEnd={<ChevronDown aria-hidden="true" className="size-3.5" />}>
          {t('pageSize.option', { size })}
        </Button>
      }
    >
      <MenuHeading>{t('pageSize.label')}</MenuHeading>
      <MenuChoice
        label={t('pageSize.label')}
        value={String(size)}
        onValueChange={(chosen) => {
          const next = PAGE_SIZES.find((each) => String(each) === chosen) ?? size;
          onPageChange(samePlace(page, size, next));
          setPageSize(next);
        }}
        options={OPTIONS}
      />
      <MenuSeparator />
      <MenuHeading>{t('density.label')}</MenuHeading>
      <DensityChoice />
    </Menu>
  );
}
