import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classes } from '@/ui/classes';
import { Button } from '@/ui/form/button';
import { Card } from '@/ui/layout/card';

/** Quiet message in place of numbers that couldn't be loaded (spec §8). */
export function Failed({ tall = false, onRetry }: { tall?: boolean; onRetry: () => void }) {
  const { t } = useTranslation('overview');
  return (
    <Card>
      <div className={classes('flex flex-col items-center justify-center gap-4 text-center', tall && 'min-h-60')}>
        <p className="text-base text-ink-muted">{t('failed.text')}</p>
        <Button icon={<RotateCw className="size-3.5" />} onClick={onRetry}>
          {t('failed.retry')}
        </Button>
      </div>
    </Card>
  );
}
