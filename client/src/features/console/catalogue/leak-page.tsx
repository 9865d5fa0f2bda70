import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { usePolling } from '@/lib/graphql/use-polling';
import { paths } from '@/lib/paths';
import { Badge } from '@/ui/display/badge';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { Link } from '@/ui/layout/link';
import { ConsoleDetail } from '../console-detail';
import { ConsolePage } from '../console-page';
import { Operations } from '../operations';
import { type ConsoleLeakQuery, useConsoleLeakQuery } from './catalogue.generated';
import { LeakActions } from './leak-actions';
import { LeakFacts } from './leak-facts';

/** A leak with all its fields. */
export type LeakDetail = NonNullable<ConsoleLeakQuery['console']['leak']>;

const POLL_MILLISECONDS = 2000;

/** One leak: its fields, and what an operator may do with it. */
export function LeakPage() {
  const { t } = useTranslation('catalogue');
  const { name = '' } = useParams();
  const asked = useConsoleLeakQuery({ variables: { name }, fetchPolicy: 'cache-and-network' });
  const detail = asked.data?.console.leak;
  const isWorking = detail?.operations.some(({ finishedAt }) => finishedAt === null) ?? false;
  usePolling(asked, isWorking ? POLL_MILLISECONDS : undefined);
  return (
    <ConsolePage
      title={detail ? detail.leak.title || detail.leak.name : t('one')}
      description={detail?.description ?? ''}
      query={asked}
      actions={detail && <LeakActions detail={detail} onChanged={() => void asked.refetch()} />}
    >
      <p className="-mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <Link look="quiet" to={paths.consoleLeaks}>
          {t('title')}
        </Link>
        {detail && <MonospaceValue value={detail.leak.name} />}
        {detail && detail.leak.retractedDate !== null && <Badge tone="danger">{t('retracted')}</Badge>}
        {detail?.isSensitive && <Badge tone="warning">{t('flags.isSensitive')}</Badge>}
      </p>
      <ConsoleDetail query={asked} skeletons={['h-48', 'h-32']} goneTitle={t('gone')} goneText={t('goneText')}>
        {detail ? (
          <>
            <Operations operations={detail.operations} />
            <LeakFacts detail={detail} />
          </>
        ) : undefined}
      </ConsoleDetail>
    </ConsolePage>
  );
}
