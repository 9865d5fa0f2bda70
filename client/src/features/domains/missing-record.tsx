import { useTranslation } from 'react-i18next';
import { formatDay } from '@/lib/format';
import { Callout } from '@/ui/feedback/callout';
import { Button } from '@/ui/form/button';
import type { DomainRowFragment } from './domains.generated';
import { useDomainCheck } from './use-domain-check';

interface MissingRecordProps {
  row: DomainRowFragment;
  canCheck: boolean;
}

/** Warning that the record of a verified domain is missing, with the deadline. */
export function MissingRecord({ row: { id, domain, missingSince, dropsAt }, canCheck }: MissingRecordProps) {
  const { t, i18n } = useTranslation('domains');
  const { check, checking, problem } = useDomainCheck(id);
  if (missingSince === null || dropsAt === null) return null;
  return (
    <Callout
      tone="warning"
      title={t('missing.title', { domain })}
      action={
        canCheck && (
          <Button size="sm" onClick={() => void check()} loadingLabel={checking ? t('dialog.checking') : undefined}>
            {t('missing.check')}
          </Button>
        )
      }
    >
      {t('missing.text', { since: formatDay(missingSince, i18n.language), drop: formatDay(dropsAt, i18n.language) })}
      <span role="status" className="mt-1 block wrap-anywhere empty:hidden">
        {problem}
      </span>
    </Callout>
  );
}
