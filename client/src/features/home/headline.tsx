import type { Homepage } from '@/lib/content/page-data';
import { Repeat } from '@/lib/content/template';
import { Block, BlockHeading } from './block';
import { SpriteIcon } from './sprite-icon';

/** Info boxes, on a ruled grid. */
export function Headline({ headline }: { headline: Homepage['headline'] }) {
  return (
    <Block>
      <BlockHeading heading={headline.heading} text={headline.text} />
      <ul className="mt-12 grid gap-x-10 gap-y-10 sm:grid-cols-2 lg:mt-16 lg:grid-cols-3 lg:gap-y-14">
        <Repeat items={headline.infoBoxes}>
          {(box) => (
            <li className="relative border-t border-line-strong pt-6 before:absolute before:-top-px before:start-0 before:h-0.75 before:w-8 before:bg-accent">
              <h3 className="flex items-center gap-2.5 text-lg font-semibold">
                <SpriteIcon name={box.icon} className="text-accent-text" />
                {box.title}
              </h3>
              <p className="mt-3 text-lg text-pretty text-ink-secondary">{box.text}</p>
            </li>
          )}
        </Repeat>
      </ul>
    </Block>
  );
}
