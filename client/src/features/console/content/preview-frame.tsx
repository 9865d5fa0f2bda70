import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { directionOf } from '@/i18n/language';
import { classes } from '@/ui/classes';

interface PreviewFrameProps {
  title: string;
  language: string;
  isDark: boolean;
  isPhone: boolean;
  children: ReactNode;
}

/** Page of its own with the styles of this one, so that widths, themes and writing directions are those of visitors. */
export function PreviewFrame({ title, language, isDark, isPhone, children }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [page, setPage] = useState<Document>();
  const open = useCallback(() => {
    const opened = frame.current?.contentDocument;
    if (!opened?.body) return;
    if (opened.head.childElementCount === 0) {
      for (const sheet of document.querySelectorAll('link[rel="stylesheet"], style')) {
        opened.head.append(opened.importNode(sheet, true));
      }
      opened.addEventListener('click', stayHere, { capture: true });
    }
    setPage(opened);
  }, []);
  useEffect(open, [open]);
  useEffect(() => {
    const root = frame.current?.contentDocument?.documentElement;
    if (!page || !root) return;
    root.setAttribute('lang', language);
    root.setAttribute('dir', directionOf(language));
    root.classList.toggle('dark', isDark);
  }, [page, language, isDark]);
  return (
    <div
      className="overflow-x-auto rounded-md border border-line bg-sunken"
      dir="ltr"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard scrolling of content without controls
      tabIndex={0}
      role="region"
      aria-label={title}
    >
      <div className={classes('h-160 overflow-hidden', isPhone ? 'mx-auto w-[390px]' : 'w-[640px]')}>
        <iframe
          ref={frame}
          title={title}
          // Drawn from here: the page itself needs no scripts.
          sandbox="allow-same-origin"
          onLoad={open}
          className={isPhone ? 'h-160 w-[390px]' : 'h-320 w-[1280px] origin-top-left scale-50'}
        />
      </div>
      {page && createPortal(children, page.body)}
    </div>
  );
}

/** Links of a preview lead nowhere. */
function stayHere(event: MouseEvent) {
  const { target, view } = event;
  const isElement = view !== null && target !== null && 'closest' in target;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- elements of another window are no instances of ours
  if (!isElement || !(target as Element).closest('a')) return;
  event.preventDefault();
  event.stopPropagation();
}
