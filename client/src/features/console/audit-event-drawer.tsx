import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatExactTime } from '@/lib/format';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { Drawer } from '@/ui/overlay/drawer';
import type { ConsoleEventFragment } from './console.generated';

export type AuditEvent = ConsoleEventFragment;

interface AuditEventDrawerProps {
  /** Undefined closes the drawer. */
  event: AuditEvent | undefined;
  onClose: () => void;
}

/** Everything about an event. All of it is text, whatever it contains. */
export function AuditEventDrawer({ event, onClose }: AuditEventDrawerProps) {
  const { t, i18n } = useTranslation('console');
  // Stays visible while the drawer closes.
  const [last, setLast] = useState(event);
  if (event !== undefined && event !== last) setLast(event);
  const shown = event ?? last;
  return (
    <Drawer
      open={event !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={shown?.kind ?? ''}
      description={shown && <time dateTime={shown.happenedAt}>{formatExactTime(shown.happenedAt, i18n.language)}</time>}
      closeLabel={t('log.close')}
    >
      {shown && (
        <dl className="grid gap-4">
          <Fact name={t('log.person')}>
            <bdi className="wrap-anywhere">{shown.person ?? t('unknown')}</bdi>
          </Fact>
          {shown.address && (
            <Fact name={t('log.address')}>
              <MonospaceValue value={shown.address} />
            </Fact>
          )}
          {shown.userAgent && (
            <Fact name={t('log.userAgent')}>
              <MonospaceValue value={shown.userAgent} />
            </Fact>
          )}
          {shown.detail.map(({ name, value }) => (
            <Fact key={name} name={name} isCode>
              <MonospaceValue value={value} />
            </Fact>
          ))}
          <Fact name={t('log.id')}>
            <MonospaceValue value={shown.id} />
          </Fact>
        </dl>
      )}
    </Drawer>
  );
}

function Fact({ name, isCode = false, children }: { name: string; isCode?: boolean; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-muted wrap-anywhere">
        {isCode ? <bdi className="font-mono">{name}</bdi> : name}
      </dt>
      <dd className="mt-0.5 text-base text-ink">{children}</dd>
    </div>
  );
}
