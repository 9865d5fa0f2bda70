import type { ConsoleContentName } from '@/lib/graphql/schema-types.generated';
import {
  useConsoleDiscardContentDraftMutation,
  useConsolePublishContentMutation,
  useConsoleRestoreContentMutation,
  useConsoleRevertContentMutation,
  useConsoleSaveContentDraftMutation,
} from './content.generated';

/** What an operator does with a document. */
export type ContentAction =
  { kind: 'save'; content: string } | { kind: 'publish' | 'discard' | 'revert' } | { kind: 'restore'; id: string };

interface Target {
  name: ConsoleContentName;
  locale: string;
  version: string;
}

/** Sends an action; returns the member of the union that answers it. */
export function useContentActions() {
  const [save] = useConsoleSaveContentDraftMutation();
  const [publish] = useConsolePublishContentMutation();
  const [discard] = useConsoleDiscardContentDraftMutation();
  const [revert] = useConsoleRevertContentMutation();
  const [restore] = useConsoleRestoreContentMutation();
  return async (action: ContentAction, target: Target) => {
    switch (action.kind) {
      case 'save':
        return (await save({ variables: { ...target, content: action.content } })).data?.result;
      case 'publish':
        return (await publish({ variables: target })).data?.result;
      case 'discard':
        return (await discard({ variables: target })).data?.result;
      case 'revert':
        return (await revert({ variables: target })).data?.result;
      case 'restore':
        return (await restore({ variables: { ...target, id: action.id } })).data?.result;
    }
  };
}
