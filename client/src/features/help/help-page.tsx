import { Mail, MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSiteSettings } from '@/lib/site-settings/site-settings';
import { Button } from '@/ui/form/button';
import { Card } from '@/ui/layout/card';
import { Link } from '@/ui/layout/link';
import { Page } from '@/ui/layout/page';
import { PageHeader } from '@/ui/layout/page-header';
import { Questions } from './questions';
import { SupportDialog } from './support-dialog';

/** Help/Support (spec §2). */
export function HelpPage() {
  const { t } = useTranslation('help');
  const { contactEmail } = useSiteSettings();
  const [asking, setAsking] = useState(false);
  const mail = `mailto:${contactEmail}?subject=${encodeURIComponent(t('contact.subject'))}`;
  return (
    <Page width="text">
      <title>{t('title')}</title>
      <PageHeader title={t('title')} description={t('description')} />
      <Questions contactAddress={mail} />
      <Card title={t('contact.title')} description={t('contact.text')}>
        <div className="flex flex-wrap gap-3">
          {contactEmail && (
            <Link look="button" variant="primary" href={mail}>
              <Mail aria-hidden="true" className="size-4" />
              {t('contact.button')}
            </Link>
          )}
          <Button icon={<MessageSquareText aria-hidden="true" className="size-4" />} onClick={() => setAsking(true)}>
            {t('contact.form')}
          </Button>
        </div>
      </Card>
      <SupportDialog open={asking} onClose={() => setAsking(false)} />
    </Page>
  );
}
