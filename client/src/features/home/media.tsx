import { contentHref } from '@/lib/content/content-href';
import type { Homepage } from '@/lib/content/page-data';
import { Repeat } from '@/lib/content/template';
import { Block } from './block';
import { ContentImage } from './content-image';

/** External links chosen by the operator. */
export function Media({ media }: { media: Homepage['media'] }) {
  return (
    <Block className="pt-0 lg:pt-0">
      <div className="grid gap-x-10 gap-y-8 border-t border-line pt-12 lg:grid-cols-[1fr_2fr] lg:pt-16">
        <ContentImage image={media.logo} className="h-14 w-auto max-w-full justify-self-start" />
        <div>
          <h2 className="text-2xl font-semibold tracking-[-0.02em] text-balance rtl:tracking-normal">{media.title}</h2>
          <p className="mt-3 max-w-[65ch] text-lg text-pretty text-ink-secondary">{media.description}</p>
          <ul className="mt-6 flex flex-wrap gap-x-8 gap-y-3">
            <Repeat items={media.links}>
              {(link) => (
                <li>
                  <a
                    href={contentHref(link.linkUrl)}
                    className="inline-flex min-h-6 items-center gap-1.5 rounded-xs text-lg font-medium text-accent-text underline decoration-accent-line underline-offset-4 hover:decoration-current"
                  >
                    {link.linkText}
                    <svg
                      viewBox="0 0 16 16"
                      aria-hidden="true"
                      className="size-4 shrink-0 fill-none stroke-current stroke-[1.5] rtl:-scale-x-100"
                    >
                      <path strokeLinecap="round" strokeLinejoin="round" d="M5 11l6-6M5.5 5H11v5.5" />
                    </svg>
                  </a>
                </li>
              )}
            </Repeat>
          </ul>
        </div>
      </div>
    </Block>
  );
}
