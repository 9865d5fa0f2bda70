import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatNumber } from '@/lib/format';
import { Badge } from '@/ui/display/badge';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { RelativeTime } from '@/ui/display/relative-time';
import { AsyncContent } from '@/ui/feedback/async-content';
import { toastFailure, toastOutcome } from '@/ui/feedback/mutation-toasts';
import { Skeleton } from '@/ui/feedback/skeleton';
import { Button } from '@/ui/form/button';
import { Card } from '@/ui/layout/card';
import { Link } from '@/ui/layout/link';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { ConsolePage } from './console-page';
import { consoleAccountPath } from '@/lib/entity-paths';
import { HealthChecks } from './health-checks';
import { HealthStorage } from './health-storage';
import { HealthTable } from './health-table';
import { type ConsoleHealthQuery, useConsoleHealthQuery, useConsoleRetryJobMutation } from './health.generated';

type Health = ConsoleHealthQuery['console']['health'];

/** State of the installation: queue, emails, storage, processes, backup. Unknown figures are called unknown. */
export function HealthPage() {
  const { t } = useTranslation('console');
  const asked = useConsoleHealthQuery({ fetchPolicy: 'cache-and-network' });
  const health = asked.data?.console.health;
  return (
    <ConsolePage
      title={t('health.title')}
      description={t('health.text')}
      query={asked}
      actions={
        <Button
          icon={<RefreshCw aria-hidden="true" className="size-4" />}
          onClick={() => void asked.refetch()}
          loadingLabel={asked.loading && health ? t('loading') : undefined}
        >
          {t('health.refresh')}
        </Button>
      }
    >
      <HealthChecks />
      <AsyncContent query={asked}>
        {health ? (
          <>
            <FailedJobs jobs={health.failedJobs} onRetried={asked.refetch} />
            <Queue jobs={health.jobs} />
            <Mails mails={health.mails} />
            <HealthStorage stores={health.stores} disks={health.disks} />
            <MissingRecords domains={health.missingRecords} />
            <Installation health={health} />
            <Limits limits={health.limits} />
          </>
        ) : (
          <>
            <VisuallyHidden live>{t('loading')}</VisuallyHidden>
            <Skeleton className="h-48 w-full rounded-lg" />
            <Skeleton className="h-48 w-full rounded-lg" />
          </>
        )}
      </AsyncContent>
    </ConsolePage>
  );
}

function useNumbers() {
  const { t, i18n } = useTranslation('console');
  return { t, language: i18n.language, number: (value: number) => formatNumber(value, i18n.language) };
}

const age = (since: string | null): ReactNode => (since === null ? '–' : <RelativeTime iso={since} />);

function Queue({ jobs }: { jobs: Health['jobs'] }) {
  const { t, number } = useNumbers();
  return (
    <Card title={t('health.queue')} description={t('health.queueText')}>
      <HealthTable
        caption={t('health.queue')}
        columns={[
          t('health.job'),
          t('health.waiting'),
          t('health.oldest'),
          t('health.later'),
          t('health.running'),
          t('health.failed'),
        ]}
        rows={jobs.map(({ name, waiting, waitingSince, later, running, failed }) => ({
          key: name,
          cells: [
            <MonospaceValue key="name" value={name} />,
            number(waiting),
            age(waitingSince),
            number(later),
            number(running),
            number(failed),
          ],
        }))}
        none={t('health.noJobs')}
      />
    </Card>
  );
}

function FailedJobs({ jobs, onRetried }: { jobs: Health['failedJobs']; onRetried: () => Promise<unknown> }) {
  const { t } = useNumbers();
  const [retry, { loading }] = useConsoleRetryJobMutation();
  if (jobs.length === 0) return null;
  async function run(id: string) {
    try {
      toastOutcome((await retry({ variables: { id } })).data?.result);
      await onRetried();
    } catch (failure) {
      toastFailure(failure);
    }
  }
  return (
    <Card title={t('health.failedJobs')} description={t('health.failedJobsText')} padded={false}>
      <ul className="divide-y divide-line">
        {jobs.map(({ id, name, error, attempts, failedAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
            <div className="min-w-48 flex-1">
              <MonospaceValue value={name} />
              <p className="text-sm wrap-anywhere text-ink-muted">
                {error ?? t('unknown')} · {t('health.attempts', { count: attempts + 1 })} ·{' '}
                <RelativeTime iso={failedAt} />
              </p>
            </div>
            <Button
              size="sm"
              disabled={loading}
              aria-label={t('health.retryOf', { name })}
              onClick={() => void run(id)}
            >
              {t('health.retry')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Mails({ mails }: { mails: Health['mails'] }) {
  const { t, number } = useNumbers();
  return (
    <Card title={t('health.mails')} description={t('health.mailsText')}>
      <HealthTable
        caption={t('health.mails')}
        columns={[
          t('health.template'),
          t('health.waiting'),
          t('health.oldest'),
          t('health.failed'),
          t('health.sent'),
          t('health.lastFailure'),
        ]}
        rows={mails.map(({ kind, waiting, waitingSince, failed, sent, lastFailure }) => ({
          key: kind,
          cells: [
            <MonospaceValue key="kind" value={kind} />,
            number(waiting),
            age(waitingSince),
            number(failed),
            number(sent),
            lastFailure === null ? (
              '–'
            ) : (
              <span key="failure" className="inline-block w-56 text-start whitespace-normal">
                <MonospaceValue value={lastFailure} />
              </span>
            ),
          ],
        }))}
        none={t('health.noMails')}
      />
    </Card>
  );
}

function MissingRecords({ domains }: { domains: Health['missingRecords'] }) {
  const { t, language } = useNumbers();
  if (domains.length === 0) return null;
  return (
    <Card title={t('health.records')} description={t('health.recordsText')}>
      <HealthTable
        caption={t('health.records')}
        columns={[t('health.domain'), t('health.account'), t('health.missingSince'), t('health.verifiedUntil')]}
        rows={domains.map(({ domain, accountId, accountName, missingSince, revokedAt }) => ({
          key: `${accountId} ${domain}`,
          cells: [
            <MonospaceValue key="domain" value={domain} />,
            <Link key="account" to={consoleAccountPath(accountId)}>
              {accountName ?? accountId}
            </Link>,
            <RelativeTime key="since" iso={missingSince} />,
            formatDateTime(revokedAt, language),
          ],
        }))}
        none={t('unknown')}
      />
    </Card>
  );
}

function Installation({ health: { version, processes, backupAt, backupVerification } }: { health: Health }) {
  const { t, language } = useNumbers();
  return (
    <Card title={t('health.installation')}>
      <HealthTable
        caption={t('health.installation')}
        columns={[t('health.fact'), t('health.value')]}
        rows={[
          { key: 'version', cells: [t('health.version'), version] },
          {
            key: 'backup',
            cells: [t('health.backup'), backupAt === null ? t('unknown') : formatDateTime(backupAt, language)],
          },
          {
            key: 'verified',
            cells: [
              t('health.backupVerified'),
              backupVerification === null ? (
                t('unknown')
              ) : (
                <span key="verification" className="inline-flex items-center gap-2">
                  {formatDateTime(backupVerification.verifiedAt, language)}
                  <Badge tone={backupVerification.isIntact ? 'success' : 'danger'}>
                    {t(backupVerification.isIntact ? 'health.intact' : 'health.damaged')}
                  </Badge>
                </span>
              ),
            ],
          },
          ...processes.map((process, index) => ({
            key: `process ${index}`,
            cells: [t('health.process'), <MonospaceValue key="process" value={process} />],
          })),
        ]}
        none={t('unknown')}
      />
    </Card>
  );
}

function Limits({ limits }: { limits: Health['limits'] }) {
  const { t, number } = useNumbers();
  return (
    <Card title={t('health.limits')} description={t('health.limitsText')}>
      <HealthTable
        caption={t('health.limits')}
        columns={[t('health.limit'), t('health.callers'), t('health.mostHits'), t('health.since')]}
        rows={limits.map(({ name, callers, mostHits, since }) => ({
          key: name,
          cells: [<MonospaceValue key="name" value={name} />, number(callers), number(mostHits), age(since)],
        }))}
        none={t('health.noLimits')}
      />
    </Card>
  );
}
