import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { useReauthentication } from '@/lib/session/reauthentication';
import { useSession } from '@/lib/session/store';
import { refetchAccount } from '@/lib/session/sync-account';
import { withReauthentication } from '@/lib/session/with-reauthentication';
import { toastFailure, toastOutcome } from '@/ui/feedback/mutation-toasts';
import { Switch } from '@/ui/form/switch';
import { Card } from '@/ui/layout/card';
import { Link } from '@/ui/layout/link';
import { AlertDialog } from '@/ui/overlay/alert-dialog';
import { MfaRequirementDocument, useChangeMfaRequirementMutation, useMfaRequirementQuery } from './members.generated';

/** Owners' switch that requires two-factor authentication of all members, with the number of those who lack it. */
export function MfaRequirement() {
  const { t } = useTranslation('members');
  const { account } = useSession();
  const { confirm, dialog } = useReauthentication();
  const [asking, setAsking] = useState(false);
  const { data } = useMfaRequirementQuery({ fetchPolicy: 'cache-and-network' });
  const [change, { loading: busy }] = useChangeMfaRequirementMutation({
    fetchPolicy: 'no-cache',
    refetchQueries: [MfaRequirementDocument],
    awaitRefetchQueries: true,
  });
  const { isRequired = false, membersWithoutFactor: lacking = 0, members = 0 } = data?.mfaRequirement ?? {};
  const own = account?.user.mfa_settings;
  const hasFactor = own !== undefined && (own.is_mfa_device_enabled || own.is_mfa_email_enabled);

  async function flip() {
    try {
      const ask = async () => (await change({ variables: { isRequired: !isRequired } })).data?.changeMfaRequirement;
      if (!toastOutcome(await withReauthentication(ask, confirm))) return;
      setAsking(false);
      await refetchAccount();
    } catch (failure) {
      toastFailure(failure);
    }
  }

  const status = lacking === 0 ? t('mfa.nobody') : t('mfa.lacking', { count: lacking, members });
  return (
    <Card title={t('mfa.title')} description={t('mfa.text')}>
      <div className="grid gap-3">
        <Switch
          label={t('mfa.switch')}
          hint={data && status}
          checked={isRequired}
          disabled={!data || busy || (!isRequired && !hasFactor)}
          onChange={() => setAsking(true)}
        />
        {data && !isRequired && !hasFactor && (
          <p className="text-sm text-ink-secondary">
            {t('mfa.ownFirst')} <Link to={paths.securitySettings}>{t('mfa.toSecurity')}</Link>
          </p>
        )}
      </div>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t(isRequired ? 'mfa.off.question' : 'mfa.on.question')}
        message={
          <>
            {isRequired
              ? t('mfa.off.text')
              : lacking === 0
                ? t('mfa.on.text')
                : t('mfa.on.lacking', { count: lacking })}
            {dialog}
          </>
        }
        confirmLabel={t(isRequired ? 'mfa.off.confirm' : 'mfa.on.confirm')}
        cancelLabel={t('cancel')}
        onConfirm={() => void flip()}
        busyLabel={busy ? t('mfa.busy') : undefined}
      />
    </Card>
  );
}
