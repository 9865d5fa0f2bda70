import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { versionWatch } from '@/lib/version/version';
import { toast } from '@/ui/feedback/toast';

/** Long enough to read why the page is about to reload. */
const RELOAD_AFTER_MILLISECONDS = 2000;

/** Whether the focus is in a field with something typed into it. */
function isTyping(): boolean {
  const field = document.activeElement;
  const takesText =
    field instanceof HTMLTextAreaElement ||
    (field instanceof HTMLInputElement && !['checkbox', 'radio'].includes(field.type));
  return takesText && field.value !== '';
}

/**
 * Reloads the tab after the server was upgraded, and says so. Whoever is typing is asked first, and then reloads with the next
 * change of page (see the root layout): nothing typed is lost.
 */
export function VersionCheck() {
  const { t } = useTranslation();

  useEffect(() => {
    if (versionWatch.takeReloadNotice()) toast('info', t('upgrade.done'), { flow: 'account' });
  }, [t]);

  useEffect(() => {
    const upgraded = () => {
      if (isTyping()) {
        toast('info', t('upgrade.ready'), {
          action: { label: t('upgrade.reload'), onPress: () => versionWatch.reloadIfStale() },
        });
        return;
      }
      toast('info', t('upgrade.reloading'));
      setTimeout(() => versionWatch.reloadIfStale(), RELOAD_AFTER_MILLISECONDS);
    };
    return versionWatch.subscribe(upgraded);
  }, [t]);

  useEffect(() => {
    // Vite says that a part of the page is missing: after an upgrade its old name is gone from the server.
    const partMissing = () => void versionWatch.check();
    addEventListener('vite:preloadError', partMissing);
    return () => removeEventListener('vite:preloadError', partMissing);
  }, []);
  return null;
}
