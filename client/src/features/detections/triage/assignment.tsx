import { useTranslation } from 'react-i18next';
import { SelectField } from '@/ui/form/select-field';
import type { DetectionRowFragment } from '../detections.generated';
import type { Assignee } from '../list/search-query';
import type { DetectionUpdates } from './use-update-detections';

interface AssignmentProps {
  detection: Pick<DetectionRowFragment, 'id' | 'assignee'>;
  assignees: readonly Assignee[];
  updates: DetectionUpdates;
}

/** Assignee of a detection. */
export function Assignment({ detection: { id, assignee }, assignees, updates }: AssignmentProps) {
  const { t } = useTranslation('detections');
  const hasLeft = assignee !== null && !assignees.some((member) => member.id === assignee.id);
  return (
    <SelectField
      label={t('column.assignee')}
      value={assignee?.id ?? ''}
      disabled={updates.updating}
      onChange={(event) => void updates.assign(event.target.value || null, { ids: [id] })}
      options={[
        { value: '', label: t('assign.nobody') },
        ...(hasLeft ? [{ value: assignee.id, label: assignee.name ?? t('assign.former') }] : []),
        ...assignees.map((member) => ({
          value: member.id,
          label: member.isMe ? t('assign.me', { name: member.name }) : member.name,
        })),
      ]}
    />
  );
}
