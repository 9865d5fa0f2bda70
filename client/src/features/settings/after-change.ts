import type { DocumentNode } from 'graphql';
import { type TextKey, translate } from '@/i18n';
import { toUserMessage } from '@/lib/graphql/errors';
import { type NoticeKind, notify } from '@/ui/notify';
import { SecurityDocument, SecurityEventsDocument } from './security.generated';

/** Options of changes that show in the lists of the security page: nothing is kept, and both lists are read again. */
export const READ_AGAIN: { fetchPolicy: 'no-cache'; refetchQueries: DocumentNode[] } = {
  fetchPolicy: 'no-cache',
  refetchQueries: [SecurityDocument, SecurityEventsDocument],
};

/** A notice of the account flow (specification §9). */
export const tell = (kind: NoticeKind, message: string): void => {
  notify(kind, message, { flow: 'account' });
};

/** Tells a failure of any kind in the words of specification §8; the fallback is for those that have none of their own. */
export const tellFailure = (failure: unknown, fallback?: TextKey): void =>
  tell('error', toUserMessage(failure, fallback));

/** Tells whether something is on the clipboard now (specification §8). */
export const tellCopied = (copied: boolean): void =>
  tell(copied ? 'success' : 'error', translate(copied ? 'settings:copied' : 'settings:copyFailed'));
