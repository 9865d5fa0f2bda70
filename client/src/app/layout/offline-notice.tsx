import { CloudOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { reachability } from '@/lib/graphql/reachability';

/** Shown while the server doesn't respond; failed lists are loaded again once it does. */
export function OfflineNotice() {
  const { t } = useTranslation();
  const isReachable = useSyncExternalStore(reachability.subscribe, reachability.isReachable);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(1rem+var(--banner-height,0px))] z-30 flex justify-center px-4"
    >
      {!isReachable && (
        <p className="flex items-center gap-2 rounded-lg bg-inverse px-4 py-2.5 text-sm font-medium text-on-inverse shadow-dialog forced-colors:border">
          <CloudOff aria-hidden="true" className="size-4 shrink-0" />
          {t('offline')}
        </p>
      )}
    </div>
  );
}
