import { Pause, Play, RotateCcw, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { consoleUploadPath } from '@/lib/entity-paths';
import { formatDateTime } from '@/lib/format';
import { Badge } from '@/ui/display/badge';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { Link } from '@/ui/layout/link';
import { formatBytes, formatTimeLeft, percentOf } from '../figures';
import { ProgressBar } from '../progress-bar';
import { type TransferRow, transfers } from './transfers';
import type { UploadListRow } from './upload-rows';

interface UploadRowProps {
  row: UploadListRow;
  onRemove: () => void;
  /** Continues an unfinished upload with the chosen file. */
  onContinue: (file: File) => void;
}

/** An upload with its progress and what can be done with it. */
export function UploadRow({ row, onRemove, onContinue }: UploadRowProps) {
  const { transfer, upload } = row;
  if (transfer) return <OwnRow transfer={transfer} onRemove={onRemove} />;
  if (upload === undefined) return null;
  return upload.isComplete ? (
    <CompleteRow upload={upload} onRemove={onRemove} />
  ) : (
    <UnfinishedRow upload={upload} onRemove={onRemove} onContinue={onContinue} />
  );
}

interface FrameProps {
  name: string;
  badge: ReactNode;
  facts: ReactNode;
  bar?: ReactNode;
  actions: ReactNode;
}

const Frame = ({ name, badge, facts, bar, actions }: FrameProps) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5">
    <div className="grid min-w-56 flex-1 gap-1.5">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <bdi className="min-w-0 text-base font-medium wrap-anywhere text-ink">{name}</bdi>
        {badge}
      </p>
      {bar}
      <div className="flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-ink-muted tabular-nums">{facts}</div>
    </div>
    <div className="flex flex-wrap items-center gap-1.5">{actions}</div>
  </li>
);

const TONES = {
  waiting: 'neutral',
  sending: 'accent',
  retrying: 'warning',
  paused: 'neutral',
  failed: 'danger',
  complete: 'success',
} as const;

function OwnRow({ transfer, onRemove }: { transfer: TransferRow; onRemove: () => void }) {
  const { t, i18n } = useTranslation('ingestion');
  const { key, name, size, sent, speed, state, problem } = transfer;
  const bytes = (value: number) => formatBytes(value, i18n.language);
  const amount = t('uploads.amount', { done: bytes(sent), whole: bytes(size) });
  const secondsLeft = speed ? (size - sent) / speed : null;
  return (
    <Frame
      name={name}
      badge={<Badge tone={TONES[state]}>{t(`uploads.state.${state}`)}</Badge>}
      bar={
        <ProgressBar
          label={t('uploads.progress', { name })}
          percent={percentOf(sent, size)}
          text={amount}
          isIdle={state !== 'sending'}
        />
      }
      facts={
        <>
          <span>{amount}</span>
          {speed !== null && <span>{t('uploads.speed', { speed: bytes(speed) })}</span>}
          {secondsLeft !== null && Number.isFinite(secondsLeft) && (
            <span>{t('left', { time: formatTimeLeft(secondsLeft, i18n.language) })}</span>
          )}
          {problem !== null && <span className="basis-full text-danger-text">{t(`uploads.problem.${problem}`)}</span>}
        </>
      }
      actions={
        <>
          {(state === 'sending' || state === 'retrying' || state === 'waiting') && (
            <IconButton
              label={t('uploads.pause', { name })}
              icon={<Pause aria-hidden="true" />}
              onClick={() => transfers.pause(key)}
            />
          )}
          {state === 'paused' && (
            <IconButton
              label={t('uploads.resume', { name })}
              icon={<Play aria-hidden="true" className="rtl:-scale-x-100" />}
              onClick={() => transfers.resume(key)}
            />
          )}
          {state === 'failed' && (
            <IconButton
              label={t('uploads.retry', { name })}
              icon={<RotateCcw aria-hidden="true" />}
              onClick={() => transfers.resume(key)}
            />
          )}
          <IconButton label={t('uploads.cancel', { name })} icon={<X aria-hidden="true" />} onClick={onRemove} />
        </>
      }
    />
  );
}

type KnownUpload = NonNullable<UploadListRow['upload']>;

function CompleteRow({ upload, onRemove }: { upload: KnownUpload; onRemove: () => void }) {
  const { t, i18n } = useTranslation('ingestion');
  const { id, name, size, operator, expiresAt } = upload;
  return (
    <Frame
      name={name}
      badge={<Badge tone="success">{t('uploads.state.ready')}</Badge>}
      facts={
        <>
          <span>{formatBytes(size, i18n.language)}</span>
          <bdi className="wrap-anywhere">{operator}</bdi>
          <span>{t('uploads.kept', { time: formatDateTime(expiresAt, i18n.language) })}</span>
        </>
      }
      actions={
        <>
          <Link look="button" variant="primary" size="sm" to={consoleUploadPath(id)}>
            {t('uploads.open')}
          </Link>
          <IconButton label={t('uploads.delete', { name })} icon={<X aria-hidden="true" />} onClick={onRemove} />
        </>
      }
    />
  );
}

function UnfinishedRow({
  upload,
  onRemove,
  onContinue,
}: {
  upload: KnownUpload;
  onRemove: () => void;
  onContinue: (file: File) => void;
}) {
  const { t, i18n } = useTranslation('ingestion');
  const input = useRef<HTMLInputElement>(null);
  const { name, size, received, operator, expiresAt } = upload;
  const amount = t('uploads.amount', {
    done: formatBytes(received, i18n.language),
    whole: formatBytes(size, i18n.language),
  });
  return (
    <Frame
      name={name}
      badge={<Badge tone="warning">{t('uploads.state.unfinished')}</Badge>}
      bar={
        <ProgressBar label={t('uploads.progress', { name })} percent={percentOf(received, size)} text={amount} isIdle />
      }
      facts={
        <>
          <span>{amount}</span>
          <bdi className="wrap-anywhere">{operator}</bdi>
          <span>{t('uploads.kept', { time: formatDateTime(expiresAt, i18n.language) })}</span>
          <span className="basis-full">{t('uploads.again')}</span>
        </>
      }
      actions={
        <>
          <Button
            size="sm"
            onClick={() => input.current?.click()}
            aria-label={t('named', { action: t('uploads.continue'), name })}
          >
            {t('uploads.continue')}
          </Button>
          <input
            ref={input}
            type="file"
            tabIndex={-1}
            aria-label={t('named', { action: t('uploads.continue'), name })}
            className="hidden"
            onChange={({ target }) => {
              const file = target.files?.[0];
              target.value = '';
              if (file) onContinue(file);
            }}
          />
          <IconButton label={t('uploads.delete', { name })} icon={<X aria-hidden="true" />} onClick={onRemove} />
        </>
      }
    />
  );
}
