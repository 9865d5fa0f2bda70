import { Paperclip, X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';

/** Same limit as the server. */
const LARGEST_FILE = 512 * 1024;

interface SupportFileProps {
  /** Name of the attached file. */
  name: string | undefined;
  onChange: (file: { name: string; content: string } | undefined) => void;
  onProblem: (problem: string | undefined) => void;
}

/** Optional attachment, read when chosen. */
export function SupportFile({ name, onChange, onProblem }: SupportFileProps) {
  const { t } = useTranslation('help');
  const input = useRef<HTMLInputElement>(null);

  async function add(file: File) {
    onProblem(undefined);
    if (file.size > LARGEST_FILE) {
      onProblem(t('support.fileTooLarge'));
      return;
    }
    try {
      onChange({ name: file.name, content: await base64Of(file) });
    } catch {
      onProblem(t('support.fileUnreadable'));
    }
  }

  return (
    <div className="grid gap-1.5">
      {name === undefined ? (
        <div>
          <Button
            size="sm"
            icon={<Paperclip aria-hidden="true" className="size-3.5" />}
            onClick={() => input.current?.click()}
          >
            {t('support.addFile')}
          </Button>
        </div>
      ) : (
        <div className="flex min-w-0 items-center gap-2 text-base text-ink">
          <Paperclip aria-hidden="true" className="size-4 shrink-0 text-ink-muted" />
          <span className="min-w-0 truncate">{name}</span>
          <IconButton
            size="sm"
            label={t('support.removeFile', { name })}
            icon={<X />}
            onClick={() => onChange(undefined)}
          />
        </div>
      )}
      <p className="text-sm text-ink-muted">{t('support.fileHint')}</p>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,text/plain"
        aria-label={t('support.addFile')}
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Allow choosing the same file again after removal.
          event.target.value = '';
          if (file) void add(file);
        }}
      />
    </div>
  );
}

/** Base64 content, without the `data:` prefix. */
function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      resolve(typeof reader.result === 'string' ? (reader.result.split(',', 2)[1] ?? '') : '');
    });
    reader.addEventListener('error', () => reject(new Error('unreadable file')));
    reader.readAsDataURL(file);
  });
}
