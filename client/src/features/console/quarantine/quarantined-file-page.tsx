import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { consoleLeakPath } from '@/lib/entity-paths';
import { formatDateTime, formatNumber } from '@/lib/format';
import { usePolling } from '@/lib/graphql/use-polling';
import { paths } from '@/lib/paths';
import { Badge } from '@/ui/display/badge';
import { CopyableValue } from '@/ui/display/copyable-value';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { Callout } from '@/ui/feedback/callout';
import { toastCopied, toastFailure, toastOutcome } from '@/ui/feedback/mutation-toasts';
import { Button } from '@/ui/form/button';
import { Card } from '@/ui/layout/card';
import { Link } from '@/ui/layout/link';
import { AlertDialog } from '@/ui/overlay/alert-dialog';
import { ConsoleDetail } from '../console-detail';
import { ConsolePage } from '../console-page';
import { Operations } from '../operations';
import {
  type ConsoleQuarantinedFileQuery,
  useConsoleDropQuarantinedFileMutation,
  useConsoleQuarantinedFileQuery,
} from './quarantine.generated';
import { RereadDialog } from './reread-dialog';
import { Stretches } from './stretches';

type Detail = NonNullable<ConsoleQuarantinedFileQuery['console']['quarantinedFile']>;

const POLL_MILLISECONDS = 2000;

/** One file: what was rejected of it, as shapes, and what an operator may do with that. */
export function QuarantinedFilePage() {
  const { t, i18n } = useTranslation('quarantine');
  const { id = '' } = useParams();
  const asked = useConsoleQuarantinedFileQuery({ variables: { id }, fetchPolicy: 'cache-and-network' });
  const detail = asked.data?.console.quarantinedFile;
  const isWorking = detail?.operations.some(({ finishedAt }) => finishedAt === null) ?? false;
  usePolling(asked, isWorking ? POLL_MILLISECONDS : undefined);
  return (
    <ConsolePage
      title={detail ? detail.file.name : t('one')}
      description={detail ? t('ingested', { time: formatDateTime(detail.file.startedAt, i18n.language) }) : ''}
      query={asked}
      actions={
        detail && (
          <Actions
            detail={detail}
            formats={asked.data?.console.rereadingFormats ?? []}
            isWorking={isWorking}
            onChanged={() => void asked.refetch()}
          />
        )
      }
    >
      <p className="-mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <Link look="quiet" to={paths.consoleQuarantine}>
          {t('title')}
        </Link>
        {detail && (
          <Link look="quiet" to={consoleLeakPath(detail.file.leak)}>
            <bdi>{detail.file.leak}</bdi>
          </Link>
        )}
        {detail?.file.isHeld && <Badge tone="warning">{t('held')}</Badge>}
      </p>
      <ConsoleDetail query={asked} skeletons={['h-48']} goneTitle={t('gone')} goneText={t('goneText')}>
        {detail ? (
          <>
            <Operations operations={detail.operations} />
            {detail.file.isHeld ? (
              <Held detail={detail} />
            ) : (
              <Stretches
                file={detail.file}
                version={detail.operations.filter((one) => one.finishedAt !== null).length}
              />
            )}
          </>
        ) : undefined}
      </ConsoleDetail>
    </ConsolePage>
  );
}

function Held({ detail }: { detail: Detail }) {
  const { t } = useTranslation('quarantine');
  return (
    <Card title={t('heldTitle')}>
      <div className="grid gap-4">
        <Callout tone="warning">
          <span dir="ltr" className="wrap-anywhere">
            {detail.explanation ?? t('heldText')}
          </span>
        </Callout>
        {detail.lines.length > 0 && (
          <ul aria-label={t('samples')} className="grid gap-1">
            {detail.lines.map((line, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- samples may be equal, and never change
              <li key={index}>
                <MonospaceValue value={line} />
              </li>
            ))}
          </ul>
        )}
        <p className="text-base text-ink-secondary">
          {t('heldText')} <Link to={paths.consoleIngestion}>{t('toIngestion')}</Link>
        </p>
        {detail.command !== null && (
          <dl>
            <CopyableValue
              name={t('command')}
              value={detail.command}
              copyLabel={t('copyCommand')}
              copiedLabel={t('copied')}
              onCopy={(copied) => toastCopied(copied, 'elsewhere')}
            />
          </dl>
        )}
      </div>
    </Card>
  );
}

interface ActionsProps {
  detail: Detail;
  formats: readonly string[];
  isWorking: boolean;
  onChanged: () => void;
}

function Actions({ detail, formats, isWorking, onChanged }: ActionsProps) {
  const { t, i18n } = useTranslation('quarantine');
  const navigate = useNavigate();
  const [open, setOpen] = useState<'drop' | 'reread'>();
  const [drop, { loading }] = useConsoleDropQuarantinedFileMutation();
  const { file } = detail;

  async function dropFile() {
    try {
      if (toastOutcome((await drop({ variables: { id: file.id } })).data?.result))
        await navigate(paths.consoleQuarantine);
    } catch (failure) {
      toastFailure(failure);
    }
    setOpen(undefined);
  }

  return (
    <>
      {!file.isHeld && (
        <Button variant="primary" disabled={isWorking} onClick={() => setOpen('reread')}>
          {t('reread.open')}
        </Button>
      )}
      <Button variant="danger" disabled={isWorking} onClick={() => setOpen('drop')}>
        {t(file.isHeld ? 'drop.forget' : 'drop.open')}
      </Button>
      <AlertDialog
        open={open === 'drop'}
        onOpenChange={(stays) => {
          if (!stays) setOpen(undefined);
        }}
        title={t('drop.question', { name: file.name })}
        message={
          file.isHeld ? t('drop.forgetText') : t('drop.text', { number: formatNumber(file.stretches, i18n.language) })
        }
        confirmLabel={t(file.isHeld ? 'drop.forget' : 'drop.open')}
        cancelLabel={t('cancel')}
        tone="danger"
        onConfirm={() => void dropFile()}
        busyLabel={loading ? t('drop.busy') : undefined}
      />
      {open === 'reread' && (
        <RereadDialog
          id={file.id}
          formats={formats}
          onClose={() => setOpen(undefined)}
          onStarted={() => {
            setOpen(undefined);
            onChanged();
          }}
        />
      )}
    </>
  );
}
