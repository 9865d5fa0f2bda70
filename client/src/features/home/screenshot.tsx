import { useTranslation } from 'react-i18next';
import type { Homepage } from '@/lib/content/page-data';
import { When } from '@/lib/content/template';
import { Block, BlockHeading } from './block';
import { ContentImage } from './content-image';

/** Image width: a block minus its margins. */
const SIZES = '(min-width: 72rem) 69rem, calc(100vw - 2rem)';

/** Dashboard screenshot in the reader's theme. */
export function Screenshot({ screenshot }: { screenshot: Homepage['dashboardScreenshot'] }) {
  const { t } = useTranslation('home');
  return (
    <Block className="pt-0 lg:pt-0">
      <BlockHeading heading={screenshot.heading} text={screenshot.text} />
      <When value={screenshot.image.url}>
        <figure className="mt-10">
          <div className="overflow-hidden rounded-xl border border-line-strong bg-surface shadow-dialog">
            <ContentImage image={screenshot.image} sizes={SIZES} className="h-auto w-full dark:hidden" />
            <ContentImage image={screenshot.darkImage} sizes={SIZES} className="hidden h-auto w-full dark:block" />
          </div>
          <figcaption className="mt-4 text-xs text-ink-muted">{t('screenshot.caption')}</figcaption>
        </figure>
      </When>
    </Block>
  );
}
