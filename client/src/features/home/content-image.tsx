import type { Homepage } from '@/lib/content/page-data';
import { When } from '@/lib/content/template';

interface ContentImageProps {
  image: Homepage['dashboardScreenshot']['image'];
  className: string;
  /** How wide it is shown (the `sizes` of HTML); with it, a narrow screen is given the narrow form of the picture. */
  sizes?: string;
}

/**
 * A picture of the content service: its place is kept free before it comes, and it comes when it is scrolled to. One that the
 * server may not show has no address.
 */
export function ContentImage({ image, className, sizes }: ContentImageProps) {
  return (
    <When value={image.url}>
      <img
        src={image.url}
        // The server has narrow forms of its own pictures and takes those that a Strapi makes; where there is none it gives the whole.
        {...(sizes && { sizes, srcSet: `${image.url}?width=640 640w, ${image.url} ${image.width}w` })}
        alt={image.alternativeText ?? ''}
        width={image.width ?? undefined}
        height={image.height ?? undefined}
        loading="lazy"
        decoding="async"
        className={className}
      />
    </When>
  );
}
