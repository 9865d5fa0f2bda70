import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/ui/display/badge';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { EmptyState } from '@/ui/feedback/empty-state';
import { NoMatch } from '@/ui/feedback/illustrations';
import { Checkbox } from '@/ui/form/checkbox';
import { SearchField } from '@/ui/form/search-field';
import { Card } from '@/ui/layout/card';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import type { ConsoleSettingsQuery } from './settings.generated';

type Variable = ConsoleSettingsQuery['console']['settings']['variables'][number];

/** Environment variables, of which secrets only say whether they are set. */
export function ConfigurationCard({ variables }: { variables: readonly Variable[] }) {
  const { t } = useTranslation('configuration');
  const [search, setSearch] = useState('');
  const [onlySet, setOnlySet] = useState(false);
  const wanted = search.trim().toLowerCase();
  const shown = variables.filter(
    ({ name, text, source }) =>
      (!onlySet || source !== 'DEFAULT') &&
      (name.toLowerCase().includes(wanted) || text.toLowerCase().includes(wanted)),
  );
  return (
    <Card title={t('configuration.title')} description={t('configuration.text')} padded={false}>
      <search className="flex flex-wrap items-center gap-x-6 gap-y-3 px-5 py-4">
        <div className="min-w-56 flex-1">
          <SearchField
            label={t('configuration.search')}
            placeholder={t('configuration.search')}
            clearLabel={t('configuration.clear')}
            value={search}
            onValueChange={setSearch}
          />
        </div>
        <Checkbox
          label={t('configuration.onlySet')}
          checked={onlySet}
          onChange={({ target }) => setOnlySet(target.checked)}
        />
      </search>
      <VisuallyHidden live>{t('configuration.count', { count: shown.length })}</VisuallyHidden>
      {shown.length === 0 ? (
        <EmptyState
          illustration={<NoMatch />}
          title={t('configuration.noMatch')}
          text={t('configuration.noMatchText')}
        />
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {shown.map((variable) => (
            <VariableRow key={variable.name} variable={variable} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function VariableRow({
  variable: { name, text, value, default: byDefault, isSecret, isSet, source },
}: {
  variable: Variable;
}) {
  const { t } = useTranslation('configuration');
  return (
    <li className="grid gap-x-8 gap-y-2 px-5 py-3 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="min-w-0">
        <MonospaceValue value={name} />
        <p lang="en" dir="ltr" className="mt-0.5 max-w-prose text-sm text-ink-muted wrap-anywhere">
          <Code text={text} />
        </p>
      </div>
      <div className="flex min-w-0 flex-col items-start gap-1">
        {isSecret ? (
          <Badge tone={isSet ? 'success' : 'neutral'}>
            {isSet ? t('configuration.set') : t('configuration.notSet')}
          </Badge>
        ) : value ? (
          <MonospaceValue value={value} />
        ) : (
          <span className="text-sm text-ink-muted">{t('configuration.empty')}</span>
        )}
        <p className="text-xs text-ink-muted">
          {source === 'DEFAULT' ? (
            t('configuration.source.DEFAULT')
          ) : (
            <>
              {t(`configuration.source.${source}`)} · {t('configuration.defaultIs')}{' '}
              <bdi lang="en">
                <Code text={byDefault} />
              </bdi>
            </>
          )}
        </p>
      </div>
    </li>
  );
}

/** Text with code between backticks. */
const Code = ({ text }: { text: string }): ReactNode =>
  text.split(/`/u).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // Parts have no identity beyond their place.
      // oxlint-disable-next-line react/no-array-index-key -- see above
      <code key={index} className="font-mono text-[0.95em]">
        {part}
      </code>
    ),
  );
