import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { isTyping } from '@/lib/commands/keys';
import { Breakable } from '@/ui/display/breakable';
import { IconButton } from '@/ui/form/icon-button';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { openers, rowOpener } from '@/ui/table/row-keys';

interface DetailPaneProps {
  id: string;
  title: string;
  description?: ReactNode;
  closeLabel: string;
  actions: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  onClose: () => void;
}

/** Controls that use Escape themselves. */
const USES_ESCAPE = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], input, textarea, select';

/** Detail pane of the split view; the list stays usable. Escape closes the pane wherever the focus is. */
export function DetailPane({
  id,
  title,
  description,
  closeLabel,
  actions,
  children,
  footer,
  onClose,
}: DetailPaneProps) {
  const pane = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(USES_ESCAPE)) return;
      close.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  const shown = useRef(id);
  useEffect(() => {
    shown.current = id;
    content.current?.scrollTo({ top: 0 });
    rowOpener(id)?.closest('[data-row]')?.scrollIntoView({ block: 'nearest' });
    const { activeElement } = document;
    if (!pane.current?.contains(activeElement) && !isTyping(activeElement))
      pane.current?.focus({ preventScroll: true });
  }, [id]);

  useEffect(
    () => () => {
      // The list is another element then, which has to measure itself first.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) (rowOpener(shown.current) ?? openers()[0])?.focus();
      });
    },
    [],
  );

  return (
    // Below the strip of the toasts, which have to cover no control.
    <section
      ref={pane}
      aria-label={title}
      tabIndex={-1}
      className="sticky top-31 flex max-h-[calc(100dvh-8.75rem-var(--banner-height,0px))] min-h-96 flex-col rounded-lg border border-line bg-surface shadow-low outline-none"
    >
      <VisuallyHidden live>{title}</VisuallyHidden>
      <div className="flex flex-wrap items-start gap-3 border-b border-line px-5 py-4">
        <div className="min-w-0 flex-1">
          <h2 title={title} className="line-clamp-3 text-lg font-semibold tracking-tight wrap-anywhere text-ink">
            <Breakable text={title} />
          </h2>
          {description && <div className="mt-1 text-sm text-ink-muted">{description}</div>}
        </div>
        <div className="-me-1.5 flex items-center gap-0.5">
          {actions}
          <IconButton size="sm" label={closeLabel} icon={<X />} onClick={onClose} />
        </div>
        {/* Not below the content, where the end of the window may hide it. */}
        {footer && <div className="flex w-full flex-wrap gap-2">{footer}</div>}
      </div>
      <div ref={content} className="min-h-0 flex-1 overflow-y-auto px-5 py-5">
        {children}
      </div>
    </section>
  );
}
