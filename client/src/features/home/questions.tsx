import type { Homepage } from '@/lib/content/page-data';
import { Repeat } from '@/lib/content/template';
import { Block, BlockHeading } from './block';

/** FAQ as native disclosure elements, which work without scripts and with find-in-page. */
export function Questions({ faq }: { faq: Homepage['faq'] }) {
  return (
    <Block className="grid gap-x-10 gap-y-8 lg:grid-cols-[1fr_2fr]">
      <BlockHeading heading={faq.heading} />
      <ul className="divide-y divide-line border-y border-line">
        <Repeat items={faq.questions}>
          {(item) => (
            <li>
              <details className="group">
                <summary className="flex list-none items-start justify-between gap-4 rounded-sm py-4 text-lg font-medium hover:text-accent-text [&::-webkit-details-marker]:hidden">
                  {item.question}
                  <svg
                    viewBox="0 0 16 16"
                    aria-hidden="true"
                    className="mt-1 size-4 shrink-0 fill-none stroke-current stroke-[1.75] text-ink-muted"
                  >
                    <path strokeLinecap="round" d="M2.5 8h11" />
                    <path strokeLinecap="round" d="M8 2.5v11" className="group-open:hidden" />
                  </svg>
                </summary>
                <p className="max-w-[65ch] pb-6 text-lg text-pretty text-ink-secondary">{item.answer}</p>
              </details>
            </li>
          )}
        </Repeat>
      </ul>
    </Block>
  );
}
