import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toastCopied } from '@/ui/feedback/mutation-toasts';
import { CopyButton } from '@/ui/form/copy-button';

/** Time in milliseconds in which a second click prevents copying (spec §9). */
const DOUBLE_CLICK_DELAY = 300;

/** Cell whose value a click copies and a double click selects; the button is for keyboard users. */
export function TxtCell({ value, copyLabel }: { value: string; copyLabel: string }) {
  const { t } = useTranslation('domains');
  const text = useRef<HTMLElement>(null);
  const waiting = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(waiting.current), []);

  const copy = async () => {
    try {
      // Undefined on pages not served over TLS.
      await navigator.clipboard.writeText(value);
      toastCopied(true, 'elsewhere');
    } catch {
      toastCopied(false, 'elsewhere');
    }
  };
  const click = () => {
    window.clearTimeout(waiting.current);
    // The user is selecting a part of the value.
    if (window.getSelection()?.toString()) return;
    waiting.current = window.setTimeout(() => void copy(), DOUBLE_CLICK_DELAY);
  };
  const select = () => {
    window.clearTimeout(waiting.current);
    if (text.current) window.getSelection()?.selectAllChildren(text.current);
  };

  return (
    <div className="flex items-center gap-1 in-[td]:h-row in-[td]:pe-2 in-[td]:ps-4">
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the button beside it is for the keyboard */}
      <div
        onClick={click}
        onDoubleClick={select}
        className="flex min-w-0 flex-1 cursor-copy items-center self-stretch in-[li]:justify-end"
        title={value}
      >
        <bdi ref={text} dir="ltr" translate="no" className="truncate font-mono text-ink">
          {value}
        </bdi>
      </div>
      <CopyButton
        value={value}
        label={copyLabel}
        copiedLabel={t('copied')}
        onCopy={(copied) => toastCopied(copied, 'elsewhere')}
      />
    </div>
  );
}
