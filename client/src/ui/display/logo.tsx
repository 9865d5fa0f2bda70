import { classes } from '@/ui/classes';

interface LogoProps {
  /** The product's name: written beside the mark, or read out in its place when `wordmark` is off. */
  name: string;
  wordmark?: true;
  /** Height of the mark in pixels; the word keeps its proportion. */
  size?: keyof typeof WORDS;
}

interface MarkProps {
  name: string;
  wordmark: false;
  size?: number;
}

/** Multiples of 8 are sharpest. Classes, not a style: the server's page may hold none (content security policy). */
const WORDS = { 24: 'gap-[9px] text-[17px]', 32: 'gap-3 text-[22.67px]', 40: 'gap-[15px] text-[28.33px]' };

/** Of the mark's drawing, in a box of 32 by 32: the records that stay in the dark, and the one that is found. */
export const OTHER_RECORDS = (
  <>
    <path d="M3 2h19l-3.5 4H3a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1z" />
    <path d="M3 10h12l-3.5 4H3a1 1 0 0 1-1-1v-2a1 1 0 0 1 1-1z" />
    <rect x="2" y="26" width="28" height="4" rx="1" />
  </>
);
export const LIT_RECORD = 'M2 19a1 1 0 0 1 1-1h27v3a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1z';

/** The name mark: a beam of light falls on one record among many. */
export function Logo(props: LogoProps | MarkProps) {
  const { name, wordmark = true, size = 24 } = props;
  const drawing = (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      fill="none"
      className="shrink-0"
      {...(wordmark ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
    >
      <path d="M25 2h4a1 1 0 0 1 1 1v15H11z" className="fill-accent" fillOpacity={0.4} />
      <g fill="currentColor">{OTHER_RECORDS}</g>
      <path d={LIT_RECORD} className="fill-accent" />
    </svg>
  );
  if (props.wordmark === false) return drawing;
  return (
    <span className={classes('inline-flex items-center text-ink', WORDS[props.size ?? 24])}>
      {drawing}
      <span className="leading-none font-semibold tracking-[-0.022em]">{name}</span>
    </span>
  );
}
