import { useTranslation } from 'react-i18next';
import { toUserMessage } from '@/lib/graphql/errors';
import { toast } from '@/ui/feedback/toast';
import {
  type SavedViewsQuery,
  useDeleteViewMutation,
  useRenameViewMutation,
  useSavedViewsQuery,
  useSaveViewMutation,
} from '../detections.generated';
import { fieldErrorMessage } from '../field-error';
import type { Mode } from './list-state';

type View = SavedViewsQuery['savedViews'][number];

/** Saved view, or the error message. */
interface Answer {
  view?: View;
  refusal?: string;
}

export interface SavedViews {
  views: readonly View[];
  /** Creates a view, or overwrites the one with `id`. Throws if the server is unreachable. */
  save: (name: string, query: string, id?: string) => Promise<Answer>;
  rename: (id: string, name: string) => Promise<Answer>;
  /** Returns whether the view was deleted; failures are shown as a toast. */
  remove: (id: string) => Promise<boolean>;
}

const NONE: readonly View[] = [];

/** Saved views of the user, stored on the server. */
export function useSavedViews(mode: Mode): SavedViews {
  const { t } = useTranslation('detections');
  const list = mode === 'workforce' ? 'WORKFORCE' : 'PORTALS';
  const { data, refetch } = useSavedViewsQuery({ variables: { list } });
  const [mutateSave] = useSaveViewMutation();
  const [mutateRename] = useRenameViewMutation();
  const [mutateDelete] = useDeleteViewMutation();

  return {
    views: data?.savedViews ?? NONE,
    async save(name, query, id) {
      const answer = await mutateSave({ variables: { input: { list, name, query, ...(id !== undefined && { id }) } } });
      const result = answer.data?.saveView;
      if (result?.__typename !== 'SavedViewSuccess') return { refusal: fieldErrorMessage(result) };
      await refetch();
      toast('success', t('views.saved', { name: result.view.name }));
      return { view: result.view };
    },
    async rename(id, name) {
      const answer = await mutateRename({ variables: { id, name } });
      const result = answer.data?.renameView;
      if (result?.__typename !== 'SavedViewSuccess') return { refusal: fieldErrorMessage(result) };
      await refetch();
      return { view: result.view };
    },
    async remove(id) {
      try {
        const { data: answer } = await mutateDelete({ variables: { id } });
        if (answer?.deleteView.__typename === 'DeleteViewSuccess') {
          await refetch();
          return true;
        }
        toast('error', toUserMessage(answer?.deleteView));
      } catch (error) {
        toast('error', toUserMessage(error));
      }
      return false;
    },
  };
}
