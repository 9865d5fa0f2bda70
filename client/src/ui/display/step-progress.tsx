import { ProgressRing } from './progress-ring';

interface StepProgressProps {
  done: number;
  total: number;
  /** The two numbers in words. */
  words: string;
  /** Both as they are shown without words: `2/6`. */
  short?: string;
}

/** How many steps are done: in words, or `short` with the words for screen readers and as a tooltip. */
export const StepProgress = ({ done, total, words, short }: StepProgressProps) => (
  <span
    title={short === undefined ? undefined : words}
    className="inline-flex shrink-0 items-center gap-2 text-sm font-normal text-ink-secondary tabular-nums"
  >
    <ProgressRing done={done} total={total} size={short === undefined ? 20 : 16} />
    {short === undefined ? (
      words
    ) : (
      <>
        <span aria-hidden="true" dir="ltr">
          {short}
        </span>
        <span className="sr-only">{words}</span>
      </>
    )}
  </span>
);
