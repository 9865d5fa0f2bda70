import type { Homepage } from '@/lib/content/page-data';

interface ContentImageProps {
  image: Homepage['dashboardScreenshot']['image'];
  className: string;
}

/** A picture of the content service: its place is kept free before it comes, and it comes when it is scrolled to. */
export function ContentImage({ image, className }: ContentImageProps) {
  return (
    <img
      src={image.url}
      alt={image.alternativeText ?? ''}
      width={image.width ?? undefined}
      height={image.height ?? undefined}
      loading="lazy"
      decoding="async"
      className={className}
    />
  );
}
