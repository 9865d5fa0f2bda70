import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatDay, formatNumber } from '@/lib/format';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { RelativeTime } from '@/ui/display/relative-time';
import { Card } from '@/ui/layout/card';
import { FLAGS } from './flags';
import type { LeakDetail } from './leak-page';

/** Figures and fields of a leak. All texts are shown as text. */
export function LeakFacts({ detail }: { detail: LeakDetail }) {
  const { t, i18n } = useTranslation('catalogue');
  const { leak } = detail;
  const number = (value: number | null) => (value === null ? t('uncounted') : formatNumber(value, i18n.language));
  const time = (iso: string) => <time dateTime={iso}>{formatDateTime(iso, i18n.language)}</time>;
  const text = (value: string | null) => (value ? <bdi className="wrap-anywhere">{value}</bdi> : t('unknown'));
  return (
    <>
      <Card
        title={t('figures')}
        description={leak.countedAt === null ? t('notCounted') : <Counted at={leak.countedAt} />}
      >
        <Facts>
          <Fact name={t('records')}>{number(leak.records)}</Fact>
          <Fact name={t('accounts')}>{number(leak.accounts)}</Fact>
          <Fact name={t('files')}>{number(detail.files)}</Fact>
          <Fact name={t('pwnCount')}>{number(leak.pwnCount)}</Fact>
        </Facts>
      </Card>
      <Card title={t('fields')}>
        <Facts>
          <Fact name={t('name')}>
            <MonospaceValue value={leak.name} />
          </Fact>
          <Fact name={t('leakTitle')}>{text(leak.title)}</Fact>
          <Fact name={t('domain')}>{leak.domain === null ? t('unknown') : <MonospaceValue value={leak.domain} />}</Fact>
          <Fact name={t('kind')}>{t(`kinds.${leak.kind}`)}</Fact>
          <Fact name={t('breachDate')}>
            {leak.breachDate === null ? t('unknown') : formatDay(leak.breachDate, i18n.language)}
          </Fact>
          <Fact name={t('added')}>{time(leak.addedDate)}</Fact>
          <Fact name={t('modified')}>{time(detail.modifiedDate)}</Fact>
          {leak.retractedDate !== null && <Fact name={t('retracted')}>{time(leak.retractedDate)}</Fact>}
          <Fact name={t('attribution')}>{text(detail.attribution)}</Fact>
          <Fact name={t('logo')}>
            {detail.logoPath === null ? t('noLogo') : <MonospaceValue value={detail.logoPath} />}
          </Fact>
          <Fact name={t('dataClasses')}>
            {detail.dataClasses.length > 0 ? <bdi>{detail.dataClasses.join(', ')}</bdi> : t('unknown')}
          </Fact>
          {detail.formerNames.length > 0 && (
            <Fact name={t('formerNames')}>
              <MonospaceValue value={detail.formerNames.join(', ')} />
            </Fact>
          )}
          {FLAGS.map((flag) => (
            <Fact key={flag} name={t(`flags.${flag}`)}>
              {t(detail[flag] ? 'yes' : 'no')}
            </Fact>
          ))}
        </Facts>
      </Card>
    </>
  );
}

function Counted({ at }: { at: string }) {
  const { t } = useTranslation('catalogue');
  return (
    <>
      {t('counted')} <RelativeTime iso={at} />
    </>
  );
}

const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">{children}</dl>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-ink-muted">{name}</dt>
    <dd className="mt-0.5 text-base wrap-anywhere text-ink tabular-nums">{children}</dd>
  </div>
);
