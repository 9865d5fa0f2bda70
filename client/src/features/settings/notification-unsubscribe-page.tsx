import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toUserMessage } from '@/lib/graphql/errors';
import { paths } from '@/lib/paths';
import { useSecretParameters } from '@/lib/secret-parameters';
import { useSession } from '@/lib/session/store';
import { refetchAccount } from '@/lib/session/sync-account';
import { Callout } from '@/ui/feedback/callout';
import { Button } from '@/ui/form/button';
import { Link } from '@/ui/layout/link';
import { StepHeading } from '@/ui/layout/step-heading';
import { useUnsubscribeMutation } from './notifications.generated';

/** Target of the unsubscribe link. It asks first, because email scanners open links too. */
export function UnsubscribePage() {
  const { t } = useTranslation('settings');
  const { token, topic } = useSecretParameters('token', 'topic');
  const emails = topic === 'mentions' || topic === 'reports' ? topic : 'alerts';
  const title = t(`unsubscribe.${emails}.title`);
  const { loggedIn } = useSession();
  const [state, setState] = useState<{ busy?: boolean; problem?: string; done?: string }>({});
  const [unsubscribe] = useUnsubscribeMutation({ context: { anonymous: true }, fetchPolicy: 'no-cache' });

  async function stop() {
    setState({ busy: true });
    try {
      const { data } = await unsubscribe({ variables: { token: token ?? '' } });
      const result = data?.unsubscribe;
      if (result?.__typename !== 'MessageSuccess') {
        setState({ problem: toUserMessage(result) });
        return;
      }
      setState({ done: result.message });
      if (loggedIn) await refetchAccount();
    } catch (error) {
      setState({ problem: toUserMessage(error) });
    }
  }

  return (
    <>
      <title>{title}</title>
      <StepHeading text={<span role="status">{state.done ?? t(`unsubscribe.${emails}.text`)}</span>}>
        {state.done === undefined ? title : t('unsubscribe.done')}
      </StepHeading>
      {state.problem !== undefined && <Callout tone="danger">{state.problem}</Callout>}
      {!token && <Callout tone="warning">{t('unsubscribe.missing')}</Callout>}
      <div className="grid gap-3">
        {token && state.done === undefined && (
          <Button
            variant="primary"
            size="lg"
            fullWidth
            onClick={() => void stop()}
            loadingLabel={state.busy ? t('unsubscribe.busy') : undefined}
          >
            {t('unsubscribe.confirm')}
          </Button>
        )}
        <Link look="button" size="lg" fullWidth to={loggedIn ? paths.notificationSettings : paths.home}>
          {t(loggedIn ? 'unsubscribe.toSettings' : 'unsubscribe.home')}
        </Link>
      </div>
    </>
  );
}
