import { act, screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { HttpResponse } from 'msw';
import { connection } from '@/lib/graphql/client';
import { dataResponse, errorResponse } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';

const terms = (content: string | null) =>
  dataResponse({ termsOfUse: content === null ? null : { __typename: 'TermsOfUse', Content: content } });
const privacy = (content: string) => dataResponse({ privacyPolicy: { __typename: 'PrivacyPolicy', Content: content } });

function open(content: string, query = '') {
  server.use(
    api.query('TermsOfUse', () => terms(content)),
    api.query('PrivacyPolicy', () => privacy(content)),
  );
  return openAt(`/legal/terms-of-use${query}`, { session: false });
}

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});
afterEach(async () => {
  await connection.client.clearStore();
  await i18next.changeLanguage('en');
});

const SECTIONS =
  '# Our terms\n\nHello.\n\n## One\n\nText\n\n#### Deep\n\n## Two\n\n## Three\n\n## Two\n\n[Above](#one)';

// spec: S2.12 S2.13 S3.23
it('shows the document under one top-level heading, with a URL for each section', async () => {
  const { user, address } = open(SECTIONS);
  expect(await screen.findByText('Hello.')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Our terms');
  expect(document.title).toBe('Terms of Use');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ id }) => id)).toEqual([
    'section-one',
    'section-two',
    'section-three',
    'section-two-2',
  ]);
  expect(screen.getByRole('heading', { level: 3, name: 'Deep' })).toBeVisible();
  const [contents] = screen.getAllByRole('navigation', { name: 'On this page' });
  if (!contents) throw new Error('There is a list of sections.');
  await user.click(within(contents).getByRole('link', { name: 'Three' }));
  expect(address()).toBe('/legal/terms-of-use?section=three');
  expect(screen.getByRole('heading', { name: 'Three' })).toHaveFocus();
  await user.click(screen.getByRole('link', { name: 'Above' }));
  expect(address()).toBe('/legal/terms-of-use?section=one');
});

it('scrolls to the section in the URL once the text has loaded', async () => {
  open(SECTIONS, '?section=two-2');
  await waitFor(() => expect(document.activeElement).toHaveAttribute('id', 'section-two-2'));
});

it('uses the page title for an untitled document and lists no contents for few sections', async () => {
  open('Just this.');
  expect(await screen.findByText('Just this.')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Terms of Use');
  expect(screen.queryByRole('navigation', { name: 'On this page' })).not.toBeInTheDocument();
  expect(await axeViolations()).toEqual([]);
});

it('A33: shows HTML as text and unsafe links as text', async () => {
  open(
    [
      '<script>window.ran = 1</script><img src=x onerror="window.ran = 1">',
      '[script](javascript:window.ran=1) [entity](&#106;avascript:window.ran=1) [data](data:text/html,x) [evil](//evil.example)',
      '[web](https://example.com/a) [mail](mailto:a@breachlight.example) [page](/#/legal/privacy) [other](/\\evil.example)',
      '![spy](https://evil.example/pixel.png)',
    ].join('\n\n'),
  );
  expect(await screen.findByText(/<script>window.ran = 1/)).toBeVisible();
  expect(screen.getByText(/onerror=/)).toBeVisible();
  const main = screen.getByRole('main');
  expect(within(main).queryByRole('img')).not.toBeInTheDocument();
  expect(
    within(main)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['web', 'https://example.com/a'],
    ['mail', 'mailto:a@breachlight.example'],
    ['page', '/legal/privacy'],
    // Treated as a path of this site, not as another host.
    ['other', '/%5Cevil.example'],
  ]);
  expect(window).not.toHaveProperty('ran');
});

it('A33: survives a link to a section that is not valid UTF-8', async () => {
  open('Still here. [odd](#%ff)');
  expect(await screen.findByRole('link', { name: 'odd' })).toHaveAttribute('href', '/legal/terms-of-use?section=%25ff');
  expect(screen.getByText(/Still here/)).toBeVisible();
});

it('reports a missing translation', async () => {
  server.use(api.query('TermsOfUse', () => terms(null)));
  openAt('/legal/terms-of-use', { session: false });
  expect(await screen.findByText('Not available in this language yet')).toBeVisible();
});

it('offers a retry when the service fails, and keeps the last good text', async () => {
  const silence = api.query('TermsOfUse', () => errorResponse('The service is away.', 'INTERNAL'));
  server.use(silence);
  const { user } = openAt('/legal/terms-of-use', { session: false });
  expect(await screen.findByText("Couldn't load the text")).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Terms of Use');
  server.use(api.query('TermsOfUse', () => terms('Here it is.')));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Here it is.')).toBeVisible();

  server.use(silence);
  openAt('/legal/terms-of-use', { session: false });
  expect(await screen.findByText(/the last version that loaded/)).toBeVisible();
  expect(screen.getAllByText('Here it is.')).toHaveLength(2);
});

// spec: S7.28 S7.30
it('always loads over the network, in the current language and again when it changes', async () => {
  const asked: unknown[] = [];
  server.use(
    api.query('PrivacyPolicy', ({ variables }) => {
      asked.push(variables);
      return privacy(`In ${String(variables['locale'])}.`);
    }),
    api.query('TermsOfUse', () => HttpResponse.json({ data: { termsOfUse: null } })),
  );
  openAt('/legal/privacy?status=draft', { session: false });
  expect(await screen.findByText('In en.')).toBeVisible();
  expect(document.title).toBe('Privacy Policy');
  await act(async () => i18next.changeLanguage('de'));
  expect(await screen.findByText('In de.')).toBeVisible();
  expect(document.title).toBe('Datenschutzerklärung');
  await act(async () => i18next.changeLanguage('en'));
  expect(await screen.findByText('In en.')).toBeVisible();
  expect(asked).toEqual(['en', 'de', 'en'].map((locale) => ({ status: 'PUBLISHED', locale })));
});
