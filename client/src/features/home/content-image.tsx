import type { ImgHTMLAttributes } from 'react';
import type { Homepage } from '@/lib/content/page-data';
import { both, When } from '@/lib/content/template';

interface ContentImageProps {
  image: Homepage['dashboardScreenshot']['image'];
  className: string;
  /** HTML `sizes`. If set, narrow screens load a narrow version. */
  sizes?: string;
}

/**
 * Lazy-loaded image from the content service; its space is reserved if its size is known. Images that the server may not
 * serve have no URL.
 */
export function ContentImage({ image, className, sizes }: ContentImageProps) {
  const { url, width, height } = image;
  const picture = (size: ImgHTMLAttributes<HTMLImageElement>) => (
    <img src={url} {...size} alt={image.alternativeText ?? ''} loading="lazy" decoding="async" className={className} />
  );
  // Falls back to the full image on the server if there is no narrow version.
  const narrowForm = sizes && { sizes, srcSet: `${url}?width=640 640w, ${url} ${width}w` };
  return (
    <When value={url}>
      <When value={both(width, height)} otherwise={picture({})}>
        {picture({ ...narrowForm, width: width ?? undefined, height: height ?? undefined })}
      </When>
    </When>
  );
}
