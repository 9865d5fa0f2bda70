import { Columns3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DensityChoice } from '@/ui/density-choice';
import { Button } from '@/ui/form/button';
import { Menu, MenuHeading, MenuItem, MenuSeparator, MenuToggle } from '@/ui/overlay/menu';
import { type ColumnId, HIDEABLE, type TablePreferences } from './table-preferences';

interface ListOptionsProps {
  shown: readonly ColumnId[];
  look: TablePreferences;
  onShownChange: (shown: readonly ColumnId[]) => void;
  onLookChange: (change: Partial<TablePreferences>) => void;
  /** Undefined if the role may not export. */
  onExport?: (() => void) | undefined;
}

/** Menu for columns, density and export. */
export function ListOptions({ shown, look, onShownChange, onLookChange, onExport }: ListOptionsProps) {
  const { t } = useTranslation('detections');
  const hasWidths = Object.keys(look.widths).length > 0;
  return (
    <Menu
      align="end"
      trigger={<Button icon={<Columns3 aria-hidden="true" className="size-4" />}>{t('look.open')}</Button>}
    >
      <MenuHeading>{t('look.columns')}</MenuHeading>
      {HIDEABLE.map((id) => (
        <MenuToggle
          key={id}
          checked={shown.includes(id)}
          // Keep at least one column besides the name, to distinguish rows.
          disabled={shown.length === 2 && shown.includes(id)}
          onCheckedChange={(checked) => onShownChange(checked ? [...shown, id] : shown.filter((each) => each !== id))}
        >
          {t(`column.${id}`)}
        </MenuToggle>
      ))}
      {hasWidths && <MenuItem onSelect={() => onLookChange({ widths: {} })}>{t('look.resetWidths')}</MenuItem>}
      <MenuSeparator />
      <DensityChoice />
      {onExport && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={onExport}>{t('export.all')}</MenuItem>
        </>
      )}
    </Menu>
  );
}
