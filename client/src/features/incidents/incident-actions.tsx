import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermissions } from '@/lib/session/permissions';
import { Button } from '@/ui/form/button';
import { AlertDialog } from '@/ui/overlay/alert-dialog';
import type { IncidentDetail } from './incident-page';
import { useIncidentUpdate } from './use-incident-update';

/** Detections from which a change is confirmed first. */
const MANY = 100;

interface IncidentActionsProps {
  incident: IncidentDetail;
  onChanged: () => Promise<unknown>;
}

/** Closes all open detections of an incident, or reopens a closed incident. */
export function IncidentActions({ incident, onChanged }: IncidentActionsProps) {
  const { t } = useTranslation('incidents');
  const may = usePermissions();
  const [confirming, setConfirming] = useState(false);
  const { apply, updating } = useIncidentUpdate(incident.id, onChanged);
  if (!may('TRIAGE')) return null;
  const action = incident.state === 'CLOSED' ? 'REOPEN' : 'CLOSE';
  const count = action === 'CLOSE' ? incident.openDetections : incident.detections;
  const label = t(`action.${action}`, { count });
  return (
    <>
      <Button
        variant={action === 'CLOSE' ? 'primary' : 'secondary'}
        disabled={updating}
        onClick={() => (count < MANY ? void apply(action) : setConfirming(true))}
      >
        {label}
      </Button>
      <AlertDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={incident.title}
        message={t('confirm')}
        confirmLabel={label}
        cancelLabel={t('cancel')}
        onConfirm={() => {
          setConfirming(false);
          void apply(action);
        }}
      />
    </>
  );
}
