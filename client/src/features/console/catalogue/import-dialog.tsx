import { FileJson } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/format';
import { toUserMessage } from '@/lib/graphql/errors';
import { Callout } from '@/ui/feedback/callout';
import { accountToast } from '@/ui/feedback/mutation-toasts';
import { Button } from '@/ui/form/button';
import { Dialog } from '@/ui/overlay/dialog';
import { type Imported, importLeaks } from './import-leaks';

interface ImportDialogProps {
  onClose: () => void;
  onImported: () => void;
}

/** Imports a catalogue, after a preview. */
export function ImportDialog({ onClose, onImported }: ImportDialogProps) {
  const { t, i18n } = useTranslation('catalogue');
  const chooser = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [file, setFile] = useState<File>();
  const [preview, setPreview] = useState<Imported>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function run(chosen: File, isPreview: boolean) {
    setBusy(true);
    setProblem(undefined);
    try {
      const done = await importLeaks(chosen, { isPreview });
      if (isPreview) setPreview(done);
      else {
        accountToast('success', t('import.done', figures(done)), 'elsewhere');
        onImported();
        onClose();
      }
    } catch (failure) {
      setProblem(toUserMessage(failure));
    } finally {
      setBusy(false);
    }
  }

  const figures = ({ added, updated, unchanged }: Imported) => ({
    added: formatNumber(added, i18n.language),
    updated: formatNumber(updated, i18n.language),
    unchanged: formatNumber(unchanged, i18n.language),
  });

  return (
    <Dialog
      open
      onOpenChange={(stays) => {
        if (!stays) onClose();
      }}
      title={t('import.title')}
      description={t('import.text')}
      closeLabel={t('close')}
      initialFocus={button}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="primary"
            disabled={!file || !preview || preview.added + preview.updated === 0}
            onClick={() => file && void run(file, false)}
            loadingLabel={isBusy && preview ? t('import.busy') : undefined}
          >
            {t('import.confirm')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <Button
            ref={button}
            icon={<FileJson aria-hidden="true" className="size-4" />}
            onClick={() => chooser.current?.click()}
            loadingLabel={isBusy && !preview ? t('import.reading') : undefined}
          >
            {t('import.choose')}
          </Button>
          {file && <bdi className="min-w-0 text-base wrap-anywhere text-ink">{file.name}</bdi>}
        </div>
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label={t('import.choose')}
          accept=".json,application/json"
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            setFile(chosen);
            setPreview(undefined);
            if (chosen) void run(chosen, true);
            // Lets the user choose the same file again.
            target.value = '';
          }}
        />
        <div role="status">
          {problem !== undefined && (
            <Callout tone="danger" title={t('import.refused')}>
              <span className="wrap-anywhere">{problem}</span>
            </Callout>
          )}
          {preview && <Callout title={t('import.preview')}>{t('import.figures', figures(preview))}</Callout>}
        </div>
      </div>
    </Dialog>
  );
}
