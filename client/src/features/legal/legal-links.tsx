import type { ReactNode } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router-dom';

export const SECTION_PARAMETER = 'section';
const LOOK =
  'rounded-xs font-medium text-accent-text underline decoration-accent-line underline-offset-3 hover:decoration-current';

/**
 * Accepts only page and mailto URLs. Other links (above all `javascript:`) are rendered as plain text.
 */
export function safeHref(address: string): string {
  if (/^(?:#|\/(?![/\\]))/.test(address)) return address;
  return /^(?:https?:\/\/|mailto:|tel:)/i.test(address) ? address : '';
}

/** Images may only come from this server, as in the content security policy. */
export const isOwnImage = (address: string): boolean => /^\/(?![/\\])/.test(address);

/** Decodes a percent-encoded URL; returns it unchanged if it is not valid UTF-8. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Link to a section of the document, a page of the application, or an external site. */
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
