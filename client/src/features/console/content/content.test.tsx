import { screen, waitFor, within } from '@testing-library/react';
import { dataResponse } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';

const LISTED = {
  __typename: 'ConsoleContentDocument',
  id: 'footer/en',
  name: 'FOOTER',
  locale: 'en',
  language: 'English',
  isEdited: false,
  hasDraft: false,
  isOutdated: false,
  changedAt: null,
  changedBy: null,
};
const field = (path: string, kind: string, more: object = {}) => ({
  __typename: 'ConsoleContentField',
  path,
  kind,
  maximum: 60,
  isRequired: kind !== 'LIST',
  choices: [],
  ...more,
});
const SHIPPED = JSON.stringify({ copyrightText: '© Acme', links: [{ linkText: 'Terms', linkURL: '#/terms' }] });
const DETAIL = {
  ...LISTED,
  __typename: 'ConsoleContentDetail',
  version: '0.0',
  content: SHIPPED,
  published: SHIPPED,
  shipped: SHIPPED,
  fields: [
    field('copyrightText', 'TEXT'),
    field('links', 'LIST'),
    field('links.*.linkText', 'LINE'),
    field('links.*.linkURL', 'LINK'),
  ],
  versions: [],
};

const listed = (serviceAddress: string | null, ...documents: object[]) =>
  api.query('ConsoleContent', () =>
    dataResponse({
      console: { __typename: 'OperatorConsole', content: { __typename: 'ConsoleContent', serviceAddress, documents } },
    }),
  );
const detail = (contentDocument: object | null, serviceAddress: string | null = null) =>
  api.query('ConsoleContentDocument', () =>
    dataResponse({
      console: {
        __typename: 'OperatorConsole',
        content: { __typename: 'ConsoleContent', serviceAddress },
        contentDocument,
      },
    }),
  );
const success = (message: string) => dataResponse({ result: { __typename: 'MessageSuccess', message } });

describe('the documents in the console', () => {
  it('lists them with their states, and filters them', async () => {
    server.use(
      listed(
        null,
        LISTED,
        { ...LISTED, id: 'footer/de', locale: 'de', language: 'Deutsch', hasDraft: true },
        { ...LISTED, id: 'homepage/en', name: 'HOMEPAGE', isEdited: true, isOutdated: true },
      ),
    );
    const { user, address } = openAt('/console/content');
    const table = await screen.findByRole('table', { name: 'Content' });
    await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(4));
    expect(within(table).getByText('Shipped text changed')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Draft' }));
    await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(2));
    expect(address()).toBe('/console/content?state=draft');
    await user.type(screen.getByRole('searchbox'), 'homepage');
    expect(await screen.findByText('No matching documents')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('links to the content service that the public pages come from', async () => {
    server.use(listed('https://cms.example', LISTED));
    openAt('/console/content');
    expect(await screen.findByRole('link', { name: /Open the content service/ })).toHaveAttribute(
      'href',
      'https://cms.example/admin',
    );
  });

  it('offers no edits of pages that a content service has', async () => {
    server.use(detail(DETAIL, 'https://cms.example'));
    openAt('/console/content/FOOTER/en');
    expect(await screen.findByRole('textbox', { name: /Copyright/ })).toHaveAttribute('readonly');
    expect(screen.queryByRole('button', { name: 'Publish' })).not.toBeInTheDocument();
  });

  it('saves what was edited as a draft of the version that was loaded, then publishes it', async () => {
    const sent: unknown[] = [];
    server.use(
      detail(DETAIL),
      api.mutation('ConsoleSaveContentDraft', ({ variables }) => {
        const content = String(variables['content']);
        sent.push({ ...variables, content: JSON.parse(content) as unknown });
        server.use(detail({ ...DETAIL, content, version: '1.0', hasDraft: true }));
        return success('Draft saved.');
      }),
      api.mutation('ConsolePublishContent', ({ variables }) => {
        sent.push(variables);
        server.use(detail({ ...DETAIL, version: '0.1', isEdited: true }));
        return success('Published.');
      }),
    );
    const { user } = openAt('/console/content/FOOTER/en');
    const copyright = await screen.findByRole('textbox', { name: /Copyright/ });
    await user.type(copyright, ' Ltd');
    await user.click(screen.getByRole('button', { name: 'Add entry' }));
    const added = screen.getByRole('group', { name: 'Entry 2' });
    await user.type(within(added).getByRole('textbox', { name: /Link text/ }), 'Privacy');
    await user.click(screen.getByRole('button', { name: 'Move entry 2 up' }));
    expect(screen.getByText('Unsaved changes')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    expect(await screen.findByText('Draft')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Publish' }));
    expect(await screen.findByText('Customized')).toBeVisible();
    const target = { name: 'FOOTER', locale: 'en' };
    const links = [{ linkText: 'Privacy' }, { linkText: 'Terms', linkURL: '#/terms' }];
    expect(sent).toEqual([
      { ...target, version: '0.0', content: { copyrightText: '© Acme Ltd', links } },
      { ...target, version: '1.0' },
    ]);
    expect(await axeViolations()).toEqual([]);
  });

  it('asks before unsaved changes are left behind', async () => {
    server.use(detail(DETAIL), listed(null));
    const { user, address } = openAt('/console/content/FOOTER/en');
    const text = await screen.findByLabelText(/Copyright/);
    await user.type(text, ' 2027');
    await user.click(screen.getByRole('link', { name: 'All documents' }));
    const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    await user.click(within(question).getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
    expect(text).toHaveValue('© Acme 2027');
    await user.click(screen.getByRole('link', { name: 'All documents' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(address()).toBe('/console/content'));
  });

  it('shows what differs from the shipped text, and puts it back', async () => {
    server.use(detail({ ...DETAIL, content: SHIPPED.replace('© Acme', '© Harbour and Acme'), isEdited: true }));
    const { user } = openAt('/console/content/FOOTER/en');
    const text = await screen.findByLabelText(/Copyright/);
    await user.click(screen.getByText('Changes from the shipped text'));
    const difference = await screen.findByRole('insertion');
    expect(difference).toHaveTextContent('Harbour and');
    expect(screen.queryByRole('deletion')).not.toBeInTheDocument();
    expect(await axeViolations()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Use shipped text' }));
    expect(text).toHaveValue('© Acme');
    expect(screen.queryByText('Changes from the shipped text')).not.toBeInTheDocument();
  });

  it('shows errors at their fields and keeps the form', async () => {
    server.use(
      detail(DETAIL),
      api.mutation('ConsoleSaveContentDraft', () =>
        dataResponse({
          result: {
            __typename: 'ValidationProblem',
            message: 'Some fields are invalid.',
            code: 'VALIDATION',
            fieldErrors: [
              { __typename: 'FieldError', field: 'links.0.linkURL', messages: ['Enter an address of the web.'] },
            ],
          },
        }),
      ),
    );
    const { user } = openAt('/console/content/FOOTER/en');
    const link = await screen.findByRole('textbox', { name: /Link address/ });
    await user.clear(link);
    await user.type(link, 'javascript:x');
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(link).toHaveAccessibleDescription(/Enter an address of the web/));
    expect(link).toHaveValue('javascript:x');
  });

  it('previews what is typed with the components of the page, in a frame', async () => {
    server.use(detail({ ...DETAIL, isOutdated: true }));
    const { user } = openAt('/console/content/FOOTER/en');
    const frame = await screen.findByTitle<HTMLIFrameElement>('Preview');
    const text = () => frame.contentDocument?.body.textContent;
    await waitFor(() => expect(text()).toContain('© Acme'));
    await user.type(screen.getByRole('textbox', { name: /Copyright/ }), ' <b>Ltd</b>');
    await waitFor(() => expect(text()).toContain('© Acme <b>Ltd</b>'));
    expect(frame.contentDocument?.querySelector('b')).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Dark' }));
    expect(frame.contentDocument?.documentElement).toHaveClass('dark');
    expect(screen.getByText(/The shipped text changed since this edit/)).toBeVisible();
  });

  it('restores an earlier version after a question', async () => {
    const version = { __typename: 'ConsoleContentVersion', isShipped: false, publishedBy: 'orla@operators.example' };
    const restored = vi.fn<(variables: unknown) => void>();
    server.use(
      detail({
        ...DETAIL,
        version: '0.2',
        versions: [
          { ...version, id: '2', publishedAt: '2026-11-21T09:30:00Z' },
          { ...version, id: '1', publishedAt: '2026-11-20T09:30:00Z', isShipped: true },
        ],
      }),
      api.mutation('ConsoleRestoreContent', ({ variables }) => {
        restored(variables);
        return success('This version is the draft now.');
      }),
    );
    const { user } = openAt('/console/content/FOOTER/en');
    await user.click(await screen.findByRole('button', { name: /Restore the version of/ }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Restore' }));
    await waitFor(() =>
      expect(restored).toHaveBeenCalledWith({ name: 'FOOTER', locale: 'en', version: '0.2', id: '1' }),
    );
  });

  it('says that a document is missing', async () => {
    server.use(detail(null));
    openAt('/console/content/FOOTER/xx');
    expect(await screen.findByText('Document not found')).toBeVisible();
  });

  it('knows no other documents', async () => {
    openAt('/console/content/NOTHING/en');
    expect(await screen.findByText('Document not found')).toBeVisible();
  });
});
