import { Bookmark } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toUserMessage } from '@/lib/graphql/errors';
import type { ChangeUrlState } from '@/lib/url-state';
import { toast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { Menu, MenuHeading, MenuItem, MenuSeparator } from '@/ui/overlay/menu';
import type { SavedViewsQuery } from '../detections.generated';
import { isNarrowed, listOfView, type ListState, queryOf, scopeOf } from './list-state';
import type { SavedViews } from './use-saved-views';

// Loaded when it is first opened.
const ViewNameDialog = lazy(async () => ({ default: (await import('./view-name-dialog')).ViewNameDialog }));

type View = SavedViewsQuery['savedViews'][number];

interface SavedViewsBarProps {
  list: ListState;
  saved: SavedViews;
  onChange: ChangeUrlState<ListState>;
}

/** Menu of the user's saved views: open, save, rename, delete. */
export function SavedViewsBar({ list, saved, onChange }: SavedViewsBarProps) {
  const { t } = useTranslation('detections');
  const [naming, setNaming] = useState<'new' | 'rename'>();
  const [isNaming, setIsNaming] = useState(false);
  const nameIt = (how: 'new' | 'rename') => {
    setNaming(how);
    setIsNaming(true);
  };
  const active = saved.views.find(({ id }) => id === list.view);
  const query = queryOf(list);
  const changed = active !== undefined && active.query !== query;
  const worthKeeping = active ? changed : isNarrowed(list) || scopeOf(list) === undefined;

  /** Saves without a dialog, so errors are shown as a toast. */
  const keep = async (view: Pick<View, 'name' | 'query'>, id?: string) => {
    try {
      const { refusal } = await saved.save(view.name, view.query, id);
      if (refusal !== undefined) toast('error', refusal);
    } catch (error) {
      toast('error', toUserMessage(error));
    }
  };

  const remove = async (view: View) => {
    if (!(await saved.remove(view.id))) return;
    if (list.view === view.id) onChange({ view: '' }, { replace: true });
    toast('success', t('views.deleted', { name: view.name }), {
      action: { label: t('done.undo'), onPress: () => void keep(view) },
    });
  };

  return (
    <>
      {(saved.views.length > 0 || worthKeeping) && (
        <Menu
          trigger={
            <Button variant={active ? 'secondary' : 'ghost'} icon={<Bookmark aria-hidden="true" className="size-4" />}>
              <span className="max-w-40 truncate">{active ? active.name : t('views.mine')}</span>
            </Button>
          }
        >
          {saved.views.length > 0 && <MenuHeading>{t('views.mine')}</MenuHeading>}
          {saved.views.map((view) => (
            <MenuItem key={view.id} onSelect={() => onChange(listOfView(view))}>
              {view.name}
            </MenuItem>
          ))}
          {saved.views.length > 0 && <MenuSeparator />}
          <MenuItem onSelect={() => nameIt('new')}>{t('views.saveAs')}</MenuItem>
          {active && <MenuItem onSelect={() => nameIt('rename')}>{t('views.rename')}</MenuItem>}
          {active && (
            <MenuItem tone="danger" onSelect={() => void remove(active)}>
              {t('views.delete')}
            </MenuItem>
          )}
        </Menu>
      )}
      {changed && (
        <span className="flex items-center gap-1.5">
          <Button size="sm" variant="primary" onClick={() => void keep({ name: active.name, query }, active.id)}>
            {t('views.save')}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => onChange(listOfView(active))}>
            {t('views.discard')}
          </Button>
        </span>
      )}
      {!active && worthKeeping && (
        <Button size="sm" variant="ghost" onClick={() => nameIt('new')}>
          {t('views.saveNew')}
        </Button>
      )}
      {naming && (
        <Suspense>
          <ViewNameDialog
            open={isNaming}
            naming={naming}
            name={naming === 'rename' ? (active?.name ?? '') : ''}
            onCancel={() => setIsNaming(false)}
            onName={async (name) => {
              const answer =
                naming === 'rename' && active ? await saved.rename(active.id, name) : await saved.save(name, query);
              if (answer.refusal !== undefined) return answer.refusal;
              if (naming === 'new' && answer.view) onChange({ view: answer.view.id }, { replace: true });
              setIsNaming(false);
              return undefined;
            }}
          />
        </Suspense>
      )}
    </>
  );
}
