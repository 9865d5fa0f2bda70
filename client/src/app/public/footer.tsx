import { useContent } from '@/lib/content/content';
import { Repeat } from '@/lib/content/template';

/** What the operator says at the foot of every public page. */
export function Footer() {
  const { footer } = useContent();
  if (!footer) return null;
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-6xl flex-wrap gap-6 px-4 py-8 text-sm text-ink-secondary sm:px-6">
        <p>{footer.copyrightText}</p>
        <ul className="flex flex-wrap gap-6">
          <Repeat items={footer.links}>
            {(link) => (
              <li>
                <a href={link.linkURL}>{link.linkText}</a>
              </li>
            )}
          </Repeat>
        </ul>
      </div>
    </footer>
  );
}
