import { useTranslation } from 'react-i18next';
import { formatDateTime } from '@/lib/format';
import { Badge } from '@/ui/display/badge';
import { Button } from '@/ui/form/button';
import { Card } from '@/ui/layout/card';
import type { ContentDocument } from './field-tree';

interface HistoryProps {
  versions: ContentDocument['versions'];
  onRestore?: ((id: string) => void) | undefined;
}

/** Published versions, the newest first. */
export function History({ versions, onRestore }: HistoryProps) {
  const { t, i18n } = useTranslation('content');
  return (
    <Card title={t('history')} padded={versions.length === 0}>
      {versions.length === 0 ? (
        <p className="text-base text-ink-secondary">{t('noHistory')}</p>
      ) : (
        <ol aria-label={t('history')} className="divide-y divide-line">
          {versions.map(({ id, isShipped, publishedAt, publishedBy }, index) => {
            const time = formatDateTime(publishedAt, i18n.language);
            return (
              <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 py-3">
                <div className="min-w-0 flex-1">
                  <p className="text-base text-ink">
                    {time} {index === 0 && <Badge tone="success">{t('current')}</Badge>}{' '}
                    {isShipped && <Badge>{t('states.shipped')}</Badge>}
                  </p>
                  <p className="text-sm wrap-anywhere text-ink-secondary">
                    <bdi dir="ltr">{publishedBy}</bdi>
                  </p>
                </div>
                {onRestore && index > 0 && (
                  <Button size="sm" aria-label={t('restoreOf', { time })} onClick={() => onRestore(id)}>
                    {t('restore')}
                  </Button>
                )}
              </li>
            );
          })}
        </ol>
      )}
    </Card>
  );
}
