import { Upload } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from '@/ui/classes';
import { Button } from '@/ui/form/button';

interface DropZoneProps {
  /** What to know before choosing. */
  hint: string;
  onFiles: (files: readonly File[]) => void;
}

/** Where files are dropped or chosen. Folders are left out: their files aren't in the event. */
export function DropZone({ hint, onFiles }: DropZoneProps) {
  const { t } = useTranslation('ingestion');
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const files = Array.from(event.dataTransfer.items).flatMap((item) => {
      if (item.kind !== 'file' || item.webkitGetAsEntry()?.isDirectory) return [];
      return item.getAsFile() ?? [];
    });
    if (files.length > 0) onFiles(files);
  }

  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classes(
        'flex flex-col items-center gap-3 rounded-lg border border-dashed px-5 py-8 text-center transition-colors duration-100',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-control bg-sunken',
      )}
    >
      <p className="text-base text-ink-secondary">{t('drop.text')}</p>
      <Button
        variant="primary"
        icon={<Upload aria-hidden="true" className="size-4" />}
        onClick={() => input.current?.click()}
      >
        {t('drop.choose')}
      </Button>
      <p className="max-w-130 text-sm text-pretty text-ink-muted">{hint}</p>
      <input
        ref={input}
        type="file"
        multiple
        tabIndex={-1}
        aria-label={t('drop.choose')}
        className="hidden"
        onChange={({ target }) => {
          const files = Array.from(target.files ?? []);
          // The same file can be chosen again.
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </div>
  );
}
