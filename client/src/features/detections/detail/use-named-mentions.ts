import { useTranslation } from 'react-i18next';
import type { Mentioned } from './mentions';
import type { Note } from './use-detail';

/** Returns whom a note mentions, with a name for former members too. */
export function useNamedMentions({ mentions }: Pick<Note, 'mentions'>): Mentioned[] {
  const { t } = useTranslation(['detections', 'detection']);
  return mentions.map(({ id, name }) => ({ id, name: name ?? t('detection:history.formerMember') }));
}
