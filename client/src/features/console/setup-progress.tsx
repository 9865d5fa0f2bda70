import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { StepProgress } from '@/ui/display/step-progress';
import { Card } from '@/ui/layout/card';
import { Link } from '@/ui/layout/link';

interface SetupProgressProps {
  steps: readonly { isDone: boolean }[];
}

/** How far the first run is; only a link once everything is done. */
export function SetupProgress({ steps }: SetupProgressProps) {
  const { t } = useTranslation('console');
  const done = steps.filter(({ isDone }) => isDone).length;
  const total = steps.length;
  if (done === total)
    return (
      <p>
        <Link look="quiet" to={paths.consoleSetup}>
          {t('setup.review')}
        </Link>
      </p>
    );
  return (
    <Card title={t('setup.title')} description={t('setup.text')}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <StepProgress done={done} total={total} words={t('setup.progress', { done, total })} />
        <Link look="button" to={paths.consoleSetup}>
          {t('setup.open')}
        </Link>
      </div>
    </Card>
  );
}
