import { translate } from '@/i18n';
import { toUserMessage } from '@/lib/graphql/errors';
import { notify } from '@/ui/notify';

/** Tells whether something is on the clipboard now (specification §8). */
export const tellCopied = (copied: boolean): void => {
  notify(copied ? 'success' : 'error', translate(copied ? 'domains:copiedNotice' : 'domains:copyFailed'));
};

/** Tells a failure of any kind in the words of specification §8. */
export const tellFailure = (failure: unknown): void => {
  notify('error', toUserMessage(failure));
};
