import type { ReactNode } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router-dom';

export const SECTION_PARAMETER = 'section';
const LOOK =
  'rounded-xs font-medium text-accent-text underline decoration-accent-line underline-offset-3 hover:decoration-current';

/**
 * Only addresses that lead to a page or a mail are taken; of any other (`javascript:` above all) nothing is left, and its text
 * stands there as text.
 */
export function safeHref(address: string): string {
  if (/^(?:#|\/(?![/\\]))/.test(address)) return address;
  return /^(?:https?:\/\/|mailto:|tel:)/i.test(address) ? address : '';
}

/** Pictures come from this server alone, as the content security policy has it. */
export const isOwnImage = (address: string): boolean => /^\/(?![/\\])/.test(address);

/** The words of an escaped address; as it stands where its bytes are no text, at which the browser's own function throws. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A link of a document: to a section of its own, to a page of the application, or out of it. */
export function DocumentLink({ href, children }: { href?: string | undefined; children?: ReactNode }) {
  const [parameters] = useSearchParams();
  const address = safeHref(href ?? '');
  if (address === '') return <>{children}</>;
  if (/^\/?#\//.test(address)) {
    return (
      <RouterLink to={address.replace(/^\/?#/, '')} className={LOOK}>
        {children}
      </RouterLink>
    );
  }
  if (address.startsWith('#')) {
    const section = new URLSearchParams(parameters);
    section.set(SECTION_PARAMETER, decoded(address.slice(1)));
    return (
      <RouterLink to={{ search: section.toString() }} preventScrollReset className={LOOK}>
        {children}
      </RouterLink>
    );
  }
  return (
    <a href={address} rel="noreferrer" className={LOOK}>
      {children}
    </a>
  );
}
