import { ListFilter } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChangeUrlState } from '@/lib/url-state';
import { Button } from '@/ui/form/button';
import { Menu, MenuChoice, MenuItem, MenuSeparator, MenuSubmenu } from '@/ui/overlay/menu';
import { EVIDENCE_TYPES, type ListState, type Mode, NOBODY } from './list-state';
import type { Assignee } from './search-query';
import type { TypedFilterName } from './typed-filter-dialog';

// Loaded when it is first opened.
const TypedFilterDialog = lazy(async () => ({ default: (await import('./typed-filter-dialog')).TypedFilterDialog }));

const TEXTS = ['user', 'url', 'domain', 'email'] as const;
const DAYS = ['after', 'before'] as const;

interface AddFilterProps {
  mode: Mode;
  list: ListState;
  assignees: readonly Assignee[];
  onChange: ChangeUrlState<ListState>;
}

/** Filter menu: values from a fixed set are chosen in a submenu, free values in a dialog. */
export function AddFilter({ mode, list, assignees, onChange }: AddFilterProps) {
  const { t } = useTranslation('detections');
  const [typing, setTyping] = useState<TypedFilterName>();
  const [isTyping, setIsTyping] = useState(false);
  const ask = (name: TypedFilterName) => {
    setTyping(name);
    setIsTyping(true);
  };
  const set = (change: Partial<ListState>) => onChange({ ...change, page: 1 });
  // Workforce has no domains to filter by, Portals no email accounts.
  const texts = TEXTS.filter((key) => key !== (mode === 'workforce' ? 'domain' : 'email'));
  return (
    <>
      <Menu trigger={<Button icon={<ListFilter aria-hidden="true" className="size-4" />}>{t('filter.add')}</Button>}>
        {texts.map((key) => (
          <MenuItem key={key} onSelect={() => ask(key)}>
            {t('filter.typed', { name: t(`filter.name.${key}`) })}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuSubmenu label={t('filter.name.state')}>
          <MenuChoice
            label={t('filter.name.state')}
            value={list.state}
            onValueChange={(state) => set({ state })}
            options={(['open', 'closed', 'all'] as const).map((value) => ({
              value,
              label: t(`filter.stateValue.${value}`),
            }))}
          />
        </MenuSubmenu>
        <MenuSubmenu label={t('filter.name.read')}>
          <MenuChoice
            label={t('filter.name.read')}
            value={list.read}
            onValueChange={(read) => set({ read })}
            options={(['any', 'unread', 'read'] as const).map((value) => ({
              value,
              label: t(`filter.readValue.${value}`),
            }))}
          />
        </MenuSubmenu>
        {mode === 'workforce' && (
          <MenuSubmenu label={t('filter.name.exists')}>
            <MenuChoice
              label={t('filter.name.exists')}
              value={list.exists}
              onValueChange={(exists) => set({ exists })}
              options={(['any', 'yes', 'no'] as const).map((value) => ({
                value,
                label: t(`filter.existsValue.${value}`),
              }))}
            />
          </MenuSubmenu>
        )}
        <MenuSubmenu label={t('filter.name.type')}>
          <MenuChoice
            label={t('filter.name.type')}
            value={list.type}
            onValueChange={(type) => set({ type })}
            options={(['any', ...EVIDENCE_TYPES] as const).map((value) => ({
              value,
              label: value === 'any' ? t('filter.readValue.any') : t(`filter.typeValue.${value}`),
            }))}
          />
        </MenuSubmenu>
        <MenuSubmenu label={t('filter.name.severity')}>
          <MenuChoice
            label={t('filter.name.severity')}
            value={list.severity}
            onValueChange={(severity) => set({ severity })}
            options={(['any', 'low', 'medium', 'high', 'critical'] as const).map((value) => ({
              value,
              label: t(`filter.severityValue.${value}`),
            }))}
          />
        </MenuSubmenu>
        <MenuSubmenu label={t('filter.name.assignee')}>
          <MenuChoice
            label={t('filter.name.assignee')}
            value={list.assignee}
            onValueChange={(assignee) => set({ assignee })}
            options={[
              { value: '', label: t('assign.anyone') },
              { value: NOBODY, label: t('assign.nobody') },
              ...assignees.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </MenuSubmenu>
        <MenuSubmenu label={t('filter.name.period')}>
          <MenuChoice
            label={t('filter.name.period')}
            value={list.period}
            onValueChange={(period) => set({ period, after: '' })}
            options={(['any', '7d', '30d', '90d', '365d'] as const).map((value) => ({
              value,
              label: t(`filter.periodValue.${value}`),
            }))}
          />
        </MenuSubmenu>
        {DAYS.map((key) => (
          <MenuItem key={key} onSelect={() => ask(key)}>
            {t('filter.typed', { name: t(`filter.name.${key}`) })}
          </MenuItem>
        ))}
      </Menu>
      {typing !== undefined && (
        <Suspense>
          <TypedFilterDialog
            open={isTyping}
            filter={typing}
            value={list[typing]}
            onAnswer={(value) => {
              if (value !== null) set({ [typing]: value, ...(typing === 'after' && { period: 'any' }) });
              setIsTyping(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
