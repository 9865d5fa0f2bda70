import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/form/button';
import { EmailForm } from './email-form';
import { useRequestMagicLinkMutation } from './login.generated';
import { StepHeading } from '@/ui/layout/step-heading';

interface MagicLinkRequestProps {
  email: string;
  onPasswordWanted: (email: string) => void;
}

/** Form that requests a login link by email. */
export function MagicLinkRequest({ email, onPasswordWanted }: MagicLinkRequestProps) {
  const { t } = useTranslation('session');
  const [typed, setTyped] = useState(email);
  const [isSent, setSent] = useState(false);
  const [requestMagicLink] = useRequestMagicLinkMutation({ context: { anonymous: true }, fetchPolicy: 'no-cache' });

  useEffect(() => {
    if (isSent) document.querySelector<HTMLElement>('h1')?.focus();
  }, [isSent]);

  const toPassword = () => onPasswordWanted(typed);
  if (isSent) {
    return (
      <>
        <StepHeading text={t('magicLink.sentText')}>{t('checkEmail.title')}</StepHeading>
        <Button size="lg" fullWidth onClick={toPassword}>
          {t('magicLink.toPassword')}
        </Button>
      </>
    );
  }
  return (
    <>
      <StepHeading text={t('magicLink.requestText')}>{t('magicLink.requestHeading')}</StepHeading>
      <EmailForm
        email={email}
        focused
        ask={async (input) => (await requestMagicLink({ variables: { input } })).data?.requestMagicLink}
        onSent={() => setSent(true)}
        onChange={setTyped}
        label={t('magicLink.send')}
        busyLabel={t('magicLink.sending')}
      />
      <p className="-ms-3.5">
        <Button variant="ghost" icon={<ArrowLeft aria-hidden="true" className="size-4" />} onClick={toPassword}>
          {t('magicLink.toPassword')}
        </Button>
      </p>
    </>
  );
}
