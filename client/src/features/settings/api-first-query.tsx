import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { oneOf, useUrlState } from '@/lib/url-state';
import { CodeBlock } from '@/ui/display/code-block';
import { AsyncContent } from '@/ui/feedback/async-content';
import { toastCopied } from '@/ui/feedback/mutation-toasts';
import { CopyButton } from '@/ui/form/copy-button';
import { Card } from '@/ui/layout/card';
import { Link } from '@/ui/layout/link';
import { Tabs } from '@/ui/layout/tabs';
import { useApiFactsQuery } from './api-keys.generated';
import { curlQuery, KEEP_KEY, pythonQuery } from './api-samples';

const STATE = { with: oneOf('curl', 'python') };

/** Sample requests. They read the key from a variable, so that copying them copies no secret. */
export function ApiFirstQuery() {
  const { t } = useTranslation('api');
  const [state, change] = useUrlState(STATE);
  const asked = useApiFactsQuery();
  const facts = asked.data?.apiFacts;
  const samples = { curl: curlQuery(window.location.origin), python: pythonQuery(window.location.origin) };

  return (
    <Card
      title={t('first.title')}
      description={facts && t('first.text', { count: facts.requestsPerMinute })}
      footer={
        <>
          <Link look="button" size="sm" wraps newTab href="/api/v1/openapi.json">
            {t('first.rest')}
            <ExternalLink aria-hidden="true" className="size-3.5 shrink-0" />
          </Link>
          {facts?.hasGraphiql && (
            <Link look="button" size="sm" wraps newTab href="/graphql">
              {t('first.graphiql')}
              <ExternalLink aria-hidden="true" className="size-3.5 shrink-0" />
            </Link>
          )}
        </>
      }
    >
      <div className="grid gap-5 [&>*]:min-w-0">
        <AsyncContent query={asked} />
        <div className="grid gap-2 [&>*]:min-w-0">
          <p className="text-base text-ink-secondary">{t('first.keep')}</p>
          <Sample code={KEEP_KEY} label={t('first.keepCode')} />
        </div>
        <div className="grid gap-2 [&>*]:min-w-0">
          <p className="text-base text-ink-secondary">{t('first.ask')}</p>
          <Tabs
            label={t('first.ways')}
            value={state.with}
            onValueChange={(chosen) => change({ with: chosen }, { replace: true })}
            tabs={(['curl', 'python'] as const).map((value) => ({
              value,
              label: t(`first.${value}`),
              content: <Sample code={samples[value]} label={t('first.askCode')} />,
            }))}
          />
        </div>
      </div>
    </Card>
  );
}

function Sample({ code, label }: { code: string; label: string }) {
  const { t } = useTranslation('api');
  return (
    <CodeBlock
      code={code}
      label={label}
      action={<CopyButton value={code} label={t('first.copy')} copiedLabel={t('first.copied')} onCopy={toastCopied} />}
    />
  );
}
