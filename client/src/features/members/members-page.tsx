import { LogOut, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermissions } from '@/lib/session/permissions';
import { Button } from '@/ui/form/button';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { PageHeader } from '@/ui/layout/page-header';
import { InvitationList } from './invitation-list';
import { InviteDialog } from './invite-dialog';
import { LeaveDialog } from './leave-dialog';
import { MemberList } from './member-list';
import { MfaRequirement } from './mfa-requirement';
import { ROLES } from './roles';

/** Settings > Members: people with access and their roles. Only owners can change them. */
export function MembersPage() {
  const { t } = useTranslation('members');
  const may = usePermissions();
  const manages = may('MANAGE_MEMBERS');
  const [inviting, setInviting] = useState(false);
  const [leaving, setLeaving] = useState(false);
  return (
    <Page width="text">
      <title>{t('title')}</title>
      <PageHeader
        title={t('title')}
        description={t(manages ? 'description' : 'onlyOwners')}
        actions={
          manages && (
            <Button variant="primary" icon={<UserPlus className="size-4" />} onClick={() => setInviting(true)}>
              {t('invite.open')}
            </Button>
          )
        }
      />
      <MemberList manages={manages} />
      {manages && <InvitationList />}
      {manages && <MfaRequirement />}
      <Card title={t('roles.title')}>
        <dl className="grid gap-3">
          {ROLES.map((role) => (
            <div key={role} className="grid gap-x-4 sm:grid-cols-[6rem_1fr]">
              <dt className="text-base font-medium text-ink">{t(`role.${role}`)}</dt>
              <dd className="text-base text-ink-secondary">{t(`roles.${role}`)}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card title={t('leave.title')}>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <p className="min-w-48 flex-1 text-sm text-ink-muted">{t('leave.text')}</p>
          <Button icon={<LogOut className="size-4" />} onClick={() => setLeaving(true)}>
            {t('leave.open')}
          </Button>
        </div>
      </Card>
      <InviteDialog open={inviting} onClose={() => setInviting(false)} />
      <LeaveDialog open={leaving} onClose={() => setLeaving(false)} />
    </Page>
  );
}
