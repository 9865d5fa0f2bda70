import { Download, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadFile } from '@/lib/download';
import { formatExactTime, formatNumber } from '@/lib/format';
import { ProblemError } from '@/lib/graphql/errors';
import { useReauthentication } from '@/lib/session/reauthentication';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { Callout } from '@/ui/feedback/callout';
import { toastFailure } from '@/ui/feedback/mutation-toasts';
import { Button } from '@/ui/form/button';
import { type ConsoleVerifyAuditLogMutation, useConsoleVerifyAuditLogMutation } from './console.generated';

type Verification = Extract<
  ConsoleVerifyAuditLogMutation['consoleVerifyAuditLog'],
  { __typename: 'VerifyAuditLogSuccess' }
>;

const getFile = () => downloadFile('/api/v1/console/audit-log', 'breachlight-audit-log.ndjson');

/** Verification and export of the whole audit log. */
export function AuditLogActions() {
  const { t } = useTranslation('console');
  const [verify, { loading }] = useConsoleVerifyAuditLogMutation();
  const [result, setResult] = useState<Verification>();
  const [isDownloading, setDownloading] = useState(false);
  const { confirm, dialog } = useReauthentication();

  async function check() {
    try {
      const found = (await verify()).data?.consoleVerifyAuditLog;
      if (found?.__typename === 'VerifyAuditLogSuccess') setResult(found);
      else toastFailure(found);
    } catch (failure) {
      toastFailure(failure);
    }
  }

  async function download() {
    setDownloading(true);
    try {
      await getFile();
    } catch (failure) {
      // The login is too old, or it has no second factor.
      const isRefused = failure instanceof ProblemError && failure.code === '403';
      if (!isRefused) toastFailure(failure);
      else if (await confirm()) await getFile().catch(toastFailure);
    } finally {
      setDownloading(false);
    }
  }

  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<ShieldCheck aria-hidden="true" className="size-4" />}
          onClick={() => void check()}
          loadingLabel={loading ? t('verify.busy') : undefined}
        >
          {t('verify.button')}
        </Button>
        <Button
          icon={<Download aria-hidden="true" className="size-4" />}
          onClick={() => void download()}
          loadingLabel={isDownloading ? t('export.busy') : undefined}
        >
          {t('export.button')}
        </Button>
      </div>
      <div aria-live="polite" className="empty:hidden">
        {result && <Result result={result} />}
      </div>
      {dialog}
    </>
  );
}

function Result({ result: { rows, chains, brokenChains, breaks } }: { result: Verification }) {
  const { t, i18n } = useTranslation('console');
  const number = (value: number) => formatNumber(value, i18n.language);
  const counted = t('verify.counted', { rows: number(rows), chains: number(chains) });
  if (brokenChains === 0) {
    return (
      <Callout tone="success" title={t('verify.intact')}>
        {counted}
      </Callout>
    );
  }
  return (
    <Callout tone="danger" title={t('verify.broken', { chains: number(brokenChains) })}>
      <p>{counted}</p>
      <ul className="mt-3 grid gap-3">
        {breaks.map((found) => (
          <li key={`${found.chain} ${found.accountId}`} className="wrap-anywhere">
            <p className="font-medium text-ink">{found.problem}</p>
            <p className="text-sm">
              {t(`verify.chain.${found.chain}`)}
              {found.accountId !== null && (
                <>
                  {' '}
                  <MonospaceValue value={found.accountId} />
                </>
              )}
              {found.sequence !== null && ` · ${t('verify.row', { sequence: number(found.sequence) })}`}
              {found.happenedAt !== null && ` · ${formatExactTime(found.happenedAt, i18n.language)}`}
            </p>
          </li>
        ))}
      </ul>
    </Callout>
  );
}
