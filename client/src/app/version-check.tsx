import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { versionWatch } from '@/lib/version/version';
import { toast } from '@/ui/feedback/toast';

/** Time to read the message before the reload. */
const RELOAD_AFTER_MILLISECONDS = 2000;

/** Whether a non-empty field has the focus. */
function isTyping(): boolean {
  const field = document.activeElement;
  const takesText =
    field instanceof HTMLTextAreaElement ||
    (field instanceof HTMLInputElement && !['checkbox', 'radio'].includes(field.type));
  return takesText && field.value !== '';
}

/**
 * Announces a server upgrade and reloads the tab. While the user is typing, it only offers the reload; the next navigation
 * reloads anyway (see the root layout), so no input is lost.
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
    // Vite reports a missing chunk: the server was upgraded and no longer has the old file.
    const partMissing = () => void versionWatch.check();
    addEventListener('vite:preloadError', partMissing);
    return () => removeEventListener('vite:preloadError', partMissing);
  }, []);
  return null;
}
