import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import { logFailure } from '@/lib/log';
import { Button } from '@/ui/form/button';

function useLoggedRouteError(): void {
  const error = useRouteError();
  useEffect(() => logFailure('A page failed', error), [error]);
}

/** Replaces a failed page; the navigation around it still works. */
export function CrashPanel() {
  const { t } = useTranslation();
  useLoggedRouteError();
  return (
    <section className="grid justify-items-start gap-4 py-12">
      <title>{t('crash.title')}</title>
      <h1 tabIndex={-1} className="text-2xl font-semibold">
        {t('crash.title')}
      </h1>
      <p className="max-w-prose text-ink-secondary">{t('crash.text')}</p>
      <Button variant="primary" onClick={() => location.reload()}>
        {t('crash.retry')}
      </Button>
    </section>
  );
}

/** Outermost error boundary: only a reload helps. */
export function CrashPage() {
  const { t } = useTranslation();
  useLoggedRouteError();
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-4 p-6 text-center">
      <title>{t('crash.title')}</title>
      <h1 tabIndex={-1} className="text-2xl font-semibold">
        {t('crash.title')}
      </h1>
      <p className="max-w-prose text-ink-secondary">{t('crash.outerText')}</p>
      <Button variant="primary" onClick={() => location.reload()}>
        {t('crash.reload')}
      </Button>
    </main>
  );
}
