import type { Homepage } from '@/lib/content/page-data';
import { Repeat } from '@/lib/content/template';
import { Block, BlockHeading } from './block';
import { ContentImage } from './content-image';

/** Quotes over the operator's background image; an overlay keeps them readable on any image. */
export function Testimonials({ testimonials }: { testimonials: Homepage['testimonials'] }) {
  return (
    <div className="dark relative isolate overflow-hidden bg-sunken text-ink">
      <ContentImage
        image={testimonials.backgroundImage}
        className="absolute inset-0 -z-20 size-full object-cover forced-colors:hidden"
      />
      <div className="absolute inset-0 -z-10 bg-sunken/60" />
      <Block>
        <BlockHeading heading={testimonials.heading} />
        <ul className="mt-10 grid gap-x-10 gap-y-10 lg:grid-cols-3">
          <Repeat items={testimonials.items}>
            {(item) => (
              <li className="flex">
                <figure className="flex flex-col gap-5 border-s-3 border-accent ps-5">
                  <blockquote className="flex-1 text-xl text-pretty">{item.quote}</blockquote>
                  <figcaption className="text-base">
                    <span className="block font-semibold">{item.name}</span>
                    <span className="block text-ink-secondary">{item.role}</span>
                  </figcaption>
                </figure>
              </li>
            )}
          </Repeat>
        </ul>
      </Block>
    </div>
  );
}
