import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import '@/i18n';
import { sendReportsTo } from '@/lib/analytics/report';
import { sessionStore } from '@/lib/session/store';
import { enabledFeatures, EnabledFeaturesContext } from '@/lib/site-settings/enabled-features';
import { siteSettings } from '@/testing/fixtures';
import { account, tokens } from '@/testing/session';
import { Navbar } from './navbar';

type Flags = Parameters<typeof siteSettings>[0];

function show(flags: Flags) {
  render(
    <EnabledFeaturesContext value={enabledFeatures(siteSettings(flags).siteSettings)}>
      <Navbar />
    </EnabledFeaturesContext>,
  );
}

/** Targets of the links. Without layout the menu counts as closed, so hidden links are included. */
const leadsTo = () =>
  within(screen.getByRole('navigation', { name: 'Main navigation' }))
    .getAllByRole('link', { hidden: true })
    .map((link) => `${link.getAttribute('aria-label') ?? link.textContent} ${link.getAttribute('href')}`);

const DASHBOARD = ['Breachlight homepage #/', 'Dashboard #/dashboard'];
const CONTACT = 'Contact us mailto:contact@breachlight.example?subject=Question';
const PARTNER = 'Become a partner #/become-a-partner';

const NAMES = [
  'signupEnabled',
  'individualSignupEnabled',
  'organizationSignupEnabled',
  'loginEnabled',
  'partnerSignupEnabled',
  'passwordRangesEnabled',
] as const;
const EVERY_COMBINATION = Array.from({ length: 2 ** NAMES.length }, (_, bits) =>
  Object.fromEntries(NAMES.map((name, place) => [name, Math.floor(bits / 2 ** place) % 2 === 1])),
);

/** Target of "Signup" by the flags signup, individual and organization (spec §2, Public). */
const SIGN_UP: Record<string, string> = {
  'true true true': 'Signup #/auth/sign-up/individual',
  'true true false': 'Signup #/auth/sign-up/individual',
  'true false true': 'Signup #/auth/sign-up/company',
};

// Preload the menu's imports.
beforeAll(() => import('./account-menu'));
afterEach(() => {
  sessionStore.dispatch({ kind: 'logged-out' });
  sendReportsTo(null);
});

describe('the navbar of a visitor', () => {
  // spec: S2.3 S2.7 S2.8
  it.each(EVERY_COMBINATION)('with %j shows exactly the enabled links', (flags) => {
    show(flags);
    const [signUp, individual, organization] = NAMES.map((name) => flags[name]);
    const wayIn = SIGN_UP[`${signUp} ${individual} ${organization}`];
    expect(leadsTo()).toEqual([
      ...DASHBOARD,
      CONTACT,
      ...(flags['passwordRangesEnabled'] ? ['Password check #/password-check'] : []),
      ...(flags['partnerSignupEnabled'] ? [PARTNER] : []),
      ...(wayIn ? [wayIn] : []),
      ...(flags['loginEnabled'] ? ['Login #/auth/login'] : []),
    ]);
  });

  it('keeps "Contact us" while nobody knows the address', () => {
    show({ contactEmail: '' });
    expect(leadsTo()).toEqual([...DASHBOARD, 'Contact us mailto:?subject=Question', 'Login #/auth/login']);
  });

  it('reports a contact event', async () => {
    const reported: string[] = [];
    sendReportsTo(({ name }) => reported.push(name));
    show({});
    const link = screen.getByRole('link', { name: 'Contact us', hidden: true });
    link.addEventListener('click', (event) => event.preventDefault());
    await userEvent.click(link);
    expect(reported).toEqual(['contact']);
  });
});

describe('the navbar of a user', () => {
  // spec: S2.5 S2.6
  it.each([
    ['the company', account(), 'Acme'],
    ['the first name', { ...account(), org: null }, 'Ada'],
    ['Guest', { ...account({ first_name: '' }), org: null }, 'Guest'],
  ])('shows %s, and Logout in the place of the ways in', async (_what, who, name) => {
    sessionStore.dispatch({ kind: 'logged-in', tokens: tokens({ now: Date.now() }), account: who });
    show(Object.fromEntries(NAMES.map((flag) => [flag, true])));
    expect(await screen.findByRole('button', { name: new RegExp(`^Account menu: ?${name}$`) })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Logout', hidden: true })).toBeInTheDocument();
    expect(leadsTo()).toEqual([...DASHBOARD, CONTACT, 'Password check #/password-check', PARTNER]);
  });
});
