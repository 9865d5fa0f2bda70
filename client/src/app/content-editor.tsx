import { useTranslation } from 'react-i18next';
import { type ContentValue, textAt, valueAt } from '@/features/console/content/content-value';
import { DocumentPage, type PreviewProps } from '@/features/console/content/document-page';
import { Blocks } from '@/features/home/home-page';
import { LegalPage } from '@/features/legal/legal-page';
import type { Footer, Homepage } from '@/lib/content/page-data';
import { StepList } from '@/ui/display/step-list';
import { FooterTexts } from './public/footer';

/** Editor of a document, with the pages of visitors as its preview. */
export function ContentEditor() {
  return <DocumentPage Preview={ContentPreview} />;
}

function ContentPreview({ name, content }: PreviewProps) {
  const { t } = useTranslation('legal');
  const { t: ti } = useTranslation('incidents');
  switch (name) {
    case 'HOMEPAGE':
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form has the fields of the server's model
      return <Blocks homepage={numbered(content) as unknown as Homepage} />;
    case 'FOOTER':
      return (
        <div className="flex flex-wrap items-center gap-x-8 gap-y-5 border-t border-line px-4 py-8 text-base text-ink-secondary sm:px-6">
          {/* oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form has the fields of the server's model */}
          <FooterTexts footer={numbered(content) as unknown as Footer} />
        </div>
      );
    case 'TERMS_OF_USE':
    case 'PRIVACY_POLICY':
      return (
        <LegalPage
          title={t(name === 'TERMS_OF_USE' ? 'title.terms' : 'title.privacy')}
          text={{ state: 'known', content: textAt(content, 'Content') }}
        />
      );
    case 'PLAYBOOKS':
      return (
        <div className="p-5">
          <StepList
            steps={namesIn(content).map((id) => ({
              id,
              title: textAt(content, `${id}.title`),
              body: textAt(content, `${id}.body`),
              completedAt: null,
            }))}
            doneLabel={ti('playbook.done')}
            openLabel={ti('playbook.open')}
            renderCompletion={() => null}
          />
        </div>
      );
    case 'MALWARE':
      return (
        <div className="grid gap-4 p-5">
          {namesIn(content).map((id) => (
            <p key={id} className="max-w-prose text-base text-ink">
              {textAt(content, `${id}.body`)}
            </p>
          ))}
        </div>
      );
  }
}

const namesIn = (content: ContentValue) =>
  typeof content === 'object' && !Array.isArray(content)
    ? Object.keys(content).filter((name) => valueAt(content, name) !== undefined)
    : [];

/** Copy whose items of lists have their positions as ids, as the server's answers do. */
function numbered(value: ContentValue): ContentValue {
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    return value.map((item, index) => {
      const inner = numbered(item);
      return typeof inner === 'object' && !Array.isArray(inner) ? { ...inner, id: String(index + 1) } : inner;
    });
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) => (item === undefined ? [] : [[name, numbered(item)]])),
  );
}
