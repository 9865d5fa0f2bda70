import type { ImgHTMLAttributes } from 'react';
import type { Homepage } from '@/lib/content/page-data';
import { both, When } from '@/lib/content/template';

interface ContentImageProps {
  image: Homepage['dashboardScreenshot']['image'];
  className: string;
  /** How wide it is shown (the `sizes` of HTML); with it, a narrow screen is given the narrow form of the picture. */
  sizes?: string;
}

/**
 * A picture of the content service, loaded when it is scrolled to. Its space is reserved if the service knows its size. A picture
 * that the server may not show has no address.
 */
export function ContentImage({ image, className, sizes }: ContentImageProps) {
  const { url, width, height } = image;
  const picture = (size: ImgHTMLAttributes<HTMLImageElement>) => (
    <img src={url} {...size} alt={image.alternativeText ?? ''} loading="lazy" decoding="async" className={className} />
  );
  // The server has narrow forms of its own pictures and takes those that a Strapi makes; where there is none it gives the whole.
  const narrowForm = sizes && { sizes, srcSet: `${url}?width=640 640w, ${url} ${width}w` };
  return (
    <When value={url}>
      <When value={both(width, height)} otherwise={picture({})}>
        {picture({ ...narrowForm, width: width ?? undefined, height: height ?? undefined })}
      </When>
    </When>
  );
}
