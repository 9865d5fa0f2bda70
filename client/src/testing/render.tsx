import '@/i18n';
import { act, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { createMemoryRouter } from 'react-router-dom';
import { Application } from '@/app/application';
import { routes } from '@/app/routes';
import type { ViewerQuery } from '@/lib/session/session.generated';
import { sessionStore } from '@/lib/session/store';
import { dataResponse, siteSettings, viewer } from './fixtures';
import { api, server } from './server';
import { account, tokens } from './session';

afterEach(() => {
  sessionStore.dispatch({ kind: 'logged-out' });
});

interface Page {
  user: UserEvent;
  /** Current path and query. */
  address: () => string;
}

/** Renders the application at a path, by default with the session `signedIn` and default server responses. */
export function openAt(
  address: string,
  { session = true, signedIn = viewer() }: { session?: boolean; signedIn?: ViewerQuery } = {},
): Page {
  server.use(
    api.query('SiteSettings', () => dataResponse(siteSettings())),
    api.query('Viewer', () => dataResponse(signedIn)),
    api.query('Homepage', () => dataResponse({ homepage: null })),
    api.query('Footer', () => dataResponse({ footer: null })),
    api.query('ContentLocales', () => dataResponse({ i18NLocales: [] })),
    api.subscription('DetectionsRaised', () => undefined),
  );
  if (session) sessionStore.dispatch({ kind: 'logged-in', tokens: tokens({ now: Date.now() }), account: account() });
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  render(<Application router={router} />);
  return {
    user: userEvent.setup(),
    address: () => router.state.location.pathname + router.state.location.search,
  };
}

/** Name of the button that opens the detection of a name: the name itself, or a button next to it. */
export const openerOf = (name: string): RegExp =>
  new RegExp(`^(?:Unread: ?)?(?:Open detection for )?${name.replaceAll('.', '\\.')}$`);

/** Axe violations of the page. Colour contrast needs layout and is checked in Chromium. */
export async function axeViolations(): Promise<string[]> {
  // The page keeps updating while axe runs.
  const { violations } = await act(() =>
    axe.run(document.documentElement, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    }),
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
