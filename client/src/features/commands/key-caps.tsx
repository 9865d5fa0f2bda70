import { capsOf, type Keys } from '@/lib/commands/keys';

/** Key combination as keyboard caps. */
export const KeyCaps = ({ keys }: { keys: Keys }) => (
  <span dir="ltr" className="inline-flex shrink-0 gap-1">
    {capsOf(keys).map((cap, index) => (
      <kbd
        key={index}
        className="inline-grid h-5.5 min-w-5.5 place-items-center rounded-xs border border-line-strong bg-sunken px-1 font-mono text-2xs text-ink-secondary"
      >
        {cap}
      </kbd>
    ))}
  </span>
);
