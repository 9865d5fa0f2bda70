import { act, screen, waitFor, within } from '@testing-library/react';
import { sessionStore } from '@/lib/session/store';
import { dataResponse, detectionList, detectionRow, errorResponse, siteSettings, viewer } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import { account, tokens } from '@/testing/session';

beforeEach(() =>
  server.use(
    api.query('DetectionList', () => dataResponse(detectionList([detectionRow(1)]))),
    api.mutation('Logout', () => dataResponse({ logout: { __typename: 'LogoutSuccess', message: 'Logged out' } })),
  ),
);

describe('without a session', () => {
  // spec: S2.1 S2.2 S2.8
  it('the homepage names the product and links to the login', async () => {
    openAt('/', { session: false });
    // Without layout, the menu around the link counts as closed.
    expect(await screen.findByRole('link', { name: 'Login', hidden: true })).toHaveAttribute('href', '#/auth/login');
    expect(document.title).toBe('Dark Web Intelligence');
    expect(await axeViolations()).toEqual([]);
  });

  // spec: S4.11 S6.6
  it('a protected page redirects to the login with a return path', async () => {
    const { address } = openAt('/dashboard/alerts?search=vpn', { session: false });
    await waitFor(() =>
      expect(address()).toBe(`/auth/login?${new URLSearchParams({ return: '/dashboard/alerts?search=vpn' })}`),
    );
  });

  // spec: S2.16
  it('an unknown URL shows Not found', async () => {
    openAt('/nowhere', { session: false });
    expect(await screen.findByRole('heading', { name: 'Not found' })).toBeVisible();
  });

  it('an unknown URL of the dashboard keeps its navigation', async () => {
    openAt('/dashboard/nowhere');
    expect(await screen.findByRole('heading', { name: 'Not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the overview' })).toHaveAttribute('href', '/dashboard');
    expect(screen.getByRole('navigation', { name: 'Main navigation' })).toContainElement(
      screen.getByRole('link', { name: 'Workforce' }),
    );
  });

  // spec: S2.17 S7.35
  it('three green dots, 80 by 80 pixels, are shown while the public settings load', async () => {
    const { promise: loaded, resolve: load } = Promise.withResolvers<undefined>();
    openAt('/', { session: false });
    server.use(
      api.query('SiteSettings', async () => {
        await loaded;
        return dataResponse(siteSettings());
      }),
    );
    const spinner = screen.getByRole('status');
    expect(spinner).toHaveTextContent('Loading');
    expect(spinner).toHaveClass('text-accent');
    const dots = spinner.querySelector('svg');
    expect(dots).toHaveAttribute('width', '80');
    expect(dots).toHaveAttribute('height', '80');
    expect(dots?.querySelectorAll('circle.animate-dot')).toHaveLength(3);
    load(undefined);
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(spinner).not.toBeInTheDocument();
  });

  // spec: S6.1 S8.19
  it('every feature is off if the settings cannot be loaded, and the failure is logged', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    openAt('/', { session: false });
    server.use(api.query('SiteSettings', () => errorResponse('Internal error', 'INTERNAL')));
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Login', hidden: true })).not.toBeInTheDocument();
    const links = within(screen.getByRole('navigation', { name: 'Main navigation' })).getAllByRole('link', {
      hidden: true,
    });
    expect(links.map(({ textContent }) => textContent)).toEqual(['Breachlight', 'Dashboard', 'Contact us']);
    expect(log).toHaveBeenCalledWith(
      'The public settings could not be read:',
      expect.stringContaining('Internal error'),
    );
  });

  // spec: S2.3 S8.19
  it('"Contact us" uses the address in the page if the settings cannot be loaded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    document.head.insertAdjacentHTML('beforeend', '<meta name="contact-email" content="ask@provider.example">');
    openAt('/', { session: false });
    server.use(api.query('SiteSettings', () => errorResponse('Internal error', 'INTERNAL')));
    const link = await screen.findByRole('link', { name: 'Contact us', hidden: true });
    expect(link).toHaveAttribute('href', 'mailto:ask@provider.example?subject=Question');
    document.querySelector('meta[name="contact-email"]')?.remove();
  });
});

describe('the dashboard', () => {
  it('/dashboard is the overview, the only entry marked in the navigation', async () => {
    openAt('/dashboard');
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard Overview' })).toBeVisible();
    const navigation = screen.getByRole('navigation', { name: 'Main navigation' });
    const marked = within(navigation)
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'page');
    expect(marked.map(({ textContent }) => textContent)).toEqual(['Overview']);
  });

  // spec: S2.50 S2.65 S2.66
  it('navigates between lists, sets the title and focuses the heading', async () => {
    const { user, address } = openAt('/dashboard/alerts');
    const navigation = await screen.findByRole('navigation', { name: 'Main navigation' });
    expect(document.title).toBe('Active Detections - Workforce');
    await user.click(within(navigation).getByRole('link', { name: 'Portals' }));
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1, name: 'Active Detections - Portals' })).toHaveFocus(),
    );
    expect(address()).toBe('/dashboard/alerts-domain');
    expect(within(navigation).getByRole('link', { name: 'Portals' })).toHaveAttribute('aria-current', 'page');
  });

  // spec: S2.51 S2.53
  it('collapses its groups, and itself to icons', async () => {
    const { user } = openAt('/dashboard/alerts');
    const group = await screen.findByRole('button', { name: 'Detections' });
    expect(screen.getByRole('button', { name: 'Settings' })).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('link', { name: 'Breachlight homepage' })).toHaveAttribute('href', '/');
    await user.click(group);
    expect(group).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('link', { name: 'Workforce' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Collapse sidebar' }));
    expect(screen.getByRole('link', { name: 'Workforce' })).toBeInTheDocument();
    expect(localStorage.getItem('breachlight-sidebar-collapsed')).toBe('true');
  });

  // spec: S2.56
  it.each([
    ['Dashboard', '/dashboard'],
    ['Settings', '/dashboard/settings/account'],
  ])('the user menu leads by %s to %s', async (entry, leadsTo) => {
    const { user, address } = openAt('/dashboard/alerts-domain');
    await user.click(await screen.findByRole('button', { name: /^Account menu/ }));
    await user.click(await screen.findByRole('menuitem', { name: entry }));
    await waitFor(() => expect(address()).toBe(leadsTo));
  });

  // spec: S2.54
  it('the user menu shows Guest for a user without a name', async () => {
    const { viewer: ada } = viewer();
    openAt('/dashboard/alerts', {
      signedIn: { viewer: ada && { ...ada, org: null, kind: 'INDIVIDUAL', user: { ...ada.user, firstName: '' } } },
    });
    expect(await screen.findByRole('button', { name: /^Account menu: ?Guest$/ })).toBeVisible();
  });

  // spec: S2.53
  it('the sidebar has a Log out button', async () => {
    const { user, address } = openAt('/dashboard/alerts');
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(address()).toBe('/auth/login'));
  });

  // spec: S2.54 S2.56
  it('the user menu shows the company, changes the theme and logs out', async () => {
    const { user, address } = openAt('/dashboard/alerts');
    await user.click(await screen.findByRole('button', { name: /^Account menu: ?Acme$/ }));
    const theme = await screen.findByRole('menuitem', { name: 'Theme' });
    act(() => theme.focus());
    await user.keyboard('{ArrowRight}');
    const dark = await screen.findByRole('menuitemradio', { name: 'Dark' });
    act(() => dark.focus());
    await user.keyboard('{Enter}');
    expect(localStorage.getItem('breachlight-theme')).toBe('dark');
    await user.click(screen.getByRole('button', { name: /^Account menu: ?Acme$/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await waitFor(() => expect(address()).toBe('/auth/login'));
    expect(sessionStore.read().loggedIn).toBe(false);
  });

  // spec: S4.4
  it('follows a logout in another tab', async () => {
    const { address } = openAt('/dashboard/alerts');
    await screen.findByRole('heading', { level: 1 });
    localStorage.removeItem('auth');
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'auth_changed' }));
    });
    await waitFor(() => expect(address()).toMatch(/^\/auth\/login\?return=/));
  });

  it('shows nothing of the previous account after a login in another tab', async () => {
    openAt('/dashboard/alerts');
    await screen.findAllByText('user1@acme.example');
    server.use(api.query('DetectionList', () => dataResponse(detectionList([detectionRow(2)]))));
    localStorage.setItem(
      'auth',
      JSON.stringify({
        loggedIn: true,
        tokens: tokens({ name: 'other', now: Date.now() }),
        account: account({ email: 'grace@other.example' }),
      }),
    );
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'auth_changed' }));
    });
    expect(screen.queryAllByText('user1@acme.example')).toEqual([]);
    expect((await screen.findAllByText('user2@acme.example')).length).toBeGreaterThan(0);
  });
});
