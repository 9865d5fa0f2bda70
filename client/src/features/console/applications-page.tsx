import { useTranslation } from 'react-i18next';
import { formatDateTime, formatNumber } from '@/lib/format';
import { paths } from '@/lib/paths';
import { Badge } from '@/ui/display/badge';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { EmptyState } from '@/ui/feedback/empty-state';
import { NoneYet } from '@/ui/feedback/illustrations';
import { Card } from '@/ui/layout/card';
import { Link } from '@/ui/layout/link';
import { AsyncList } from '@/ui/table/async-list';
import { type ConsoleApplicationsQuery, useConsoleApplicationsQuery } from './accounts.generated';
import { ConsoleCursorPages } from './console-cursor-pages';
import { ConsolePage } from './console-page';
import { useCursorPages } from './use-cursor-pages';

type Application = ConsoleApplicationsQuery['console']['partnerApplications']['results'][number];

const PAGE_SIZE = 25;
const TONES = { SENT: 'success', WAITING: 'info', FAILED: 'danger' } as const;

/** Applications to become a partner, with the state of the email that confirmed each. */
export function ApplicationsPage() {
  const { t } = useTranslation('console');
  const position = useCursorPages('', PAGE_SIZE);
  const asked = useConsoleApplicationsQuery({
    variables: { first: PAGE_SIZE, ...(position.after !== undefined && { after: position.after }) },
    fetchPolicy: 'cache-and-network',
  });
  const page = (asked.data ?? (asked.loading ? asked.previousData : undefined))?.console.partnerApplications;
  const pages = position.of(page);
  const rows = page?.results ?? [];
  return (
    <ConsolePage title={t('applications.title')} description={t('applications.text')} query={asked}>
      <p className="-mt-2 text-sm">
        <Link look="quiet" to={paths.consoleAccounts}>
          {t('accounts.title')}
        </Link>
      </p>
      <Card
        padded={false}
        footer={
          rows.length > 0 && (
            <ConsoleCursorPages
              label={t('applications.pages')}
              previousLabel={t('accounts.previous')}
              nextLabel={t('accounts.next')}
              pages={pages}
              shown={rows.length}
            />
          )
        }
      >
        {page?.results.length === 0 ? (
          <EmptyState illustration={<NoneYet />} title={t('applications.none')} text={t('applications.noneText')} />
        ) : (
          <AsyncList
            query={asked}
            rows={page?.results}
            rowKey={({ id }) => id}
            loadingLabel={t('loading')}
            skeletonRows={5}
          >
            {(application) => <ApplicationRow application={application} />}
          </AsyncList>
        )}
      </Card>
    </ConsolePage>
  );
}

function ApplicationRow({ application }: { application: Application }) {
  const { t, i18n } = useTranslation('console');
  const { companyName, companySize, companyLink, name, title, email, phone, preference, createdAt } = application;
  return (
    <li className="grid gap-1 px-5 py-4">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <bdi className="min-w-0 text-base font-medium wrap-anywhere text-ink">{companyName}</bdi>
        <Mail application={application} />
      </p>
      <p className="text-base wrap-anywhere text-ink-secondary">
        <bdi>{[name, title].filter(Boolean).join(', ')}</bdi>
      </p>
      <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-ink-muted">
        <bdi dir="ltr" className="wrap-anywhere">
          {email}
        </bdi>
        <bdi dir="ltr">{phone}</bdi>
        {/* Text, since applicants choose it. */}
        <MonospaceValue value={companyLink} />
        <span>{t('applications.size', { number: formatNumber(companySize, i18n.language) })}</span>
        <time dateTime={createdAt}>{formatDateTime(createdAt, i18n.language)}</time>
      </p>
      {preference && <p className="mt-1 text-base wrap-anywhere whitespace-pre-wrap text-ink">{preference}</p>}
    </li>
  );
}

function Mail({ application: { mail, mailFailure } }: { application: Application }) {
  const { t } = useTranslation('console');
  if (mail === null) return <Badge>{t('applications.mail.unknown')}</Badge>;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-2">
      {mailFailure && <MonospaceValue value={mailFailure} />}
      <Badge tone={TONES[mail]}>{t(`applications.mail.${mail}`)}</Badge>
    </span>
  );
}
