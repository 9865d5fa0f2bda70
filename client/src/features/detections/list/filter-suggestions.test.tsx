import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { dataResponse, detectionList, detectionRow, errorResponse } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';

type Answer = ReturnType<typeof dataResponse>;

const NAME = 'Search people and sites';

/** Opens a list with answers to what the server is asked for values; returns the field and what was asked. */
async function openList({
  path = '/dashboard/alerts',
  answer,
}: { path?: string; answer?: () => Answer | Promise<Answer> } = {}) {
  Element.prototype.scrollIntoView = vi.fn<() => void>();
  const asked: Record<string, unknown>[] = [];
  server.use(
    api.query('DetectionList', () => dataResponse(detectionList([detectionRow(1)]))),
    api.query('FilterValues', ({ variables }) => {
      asked.push(Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== false)));
      return answer ? answer() : dataResponse({ globalSearch: FOUND });
    }),
  );
  const opened = openAt(path);
  const field = await screen.findByRole('combobox', { name: NAME });
  await opened.user.click(field);
  return { ...opened, field, asked };
}

const FOUND = {
  __typename: 'GlobalSearch',
  devices: [
    { __typename: 'FoundDevice', id: 'device-1', computer: 'OFFICE PC 4' },
    { __typename: 'FoundDevice', id: 'device-2', computer: 'OFFICE-PC-5' },
  ],
};

const offered = async () =>
  within(await screen.findByRole('listbox', { name: 'Suggestions' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent.trim());

describe('suggestions of the search field', () => {
  it('are filters while their names are typed, and then values, chosen with the keys', async () => {
    const { user, field, asked, address } = await openList();
    await user.type(field, 'vpn dev');
    expect(await offered()).toEqual(['device: Computer name of an infected device.']);
    expect(field).toHaveAttribute('aria-expanded', 'true');
    expect(field).not.toHaveAttribute('aria-activedescendant');
    expect(screen.getByText('1 suggestion')).toBeInTheDocument();
    expect(await axeViolations()).toEqual([]);

    await user.keyboard('{ArrowDown}');
    expect(field).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { selected: true }).id);
    await user.keyboard('{Enter}');
    expect(field).toHaveValue('vpn device:');
    expect(field).toHaveFocus();
    await user.keyboard('off');
    await waitFor(async () => expect(await offered()).toEqual(['OFFICE PC 4', 'OFFICE-PC-5']));
    expect(asked.at(-1)).toEqual({ text: 'off', devices: true });

    await user.keyboard('{ArrowUp}{ArrowUp}{Tab}');
    await waitFor(() => expect(address()).toBe('/dashboard/alerts?search=vpn&device=OFFICE+PC+4'));
    expect(field).toHaveValue('vpn');
    expect(field).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Remove filter: Device' })).toBeVisible();
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });

  it('are all filters of the list for the arrow down in the empty field', async () => {
    const { user, field } = await openList({ path: '/dashboard/alerts-domain' });
    await user.keyboard('{ArrowDown}');
    const names = (await offered()).map((text) => text.replace(/:.*/, ''));
    expect(names).toContain('domain');
    expect(names).not.toContain('email');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(field).toHaveAttribute('aria-expanded', 'false');
  });

  it.each([
    [
      'type:',
      ['Stolen by malware malware', 'Readable password password', 'Password hash hash', 'Address only address'],
    ],
    ['is:un', ['Unread unread']],
    ['severity:hi', ['High and above high']],
    ['last:90', ['Last 90 days 90d']],
    ['assignee:no', ['Nobody nobody']],
  ])('are the fixed values of %s', async (text, values) => {
    const { user, field, asked } = await openList();
    await user.type(field, text);
    expect(await offered()).toEqual(values);
    expect(asked).toEqual([]);
  });

  it('are chosen by click, countries by their names', async () => {
    const { user, field, address } = await openList({
      answer: () => dataResponse({ globalSearch: { __typename: 'GlobalSearch', countries: ['ES', 'FR'] } }),
    });
    await user.type(field, 'country:spa');
    await user.click(await screen.findByRole('option', { name: 'Spain ES' }));
    await waitFor(() => expect(address()).toBe('/dashboard/alerts?country=ES'));
    expect(field).toHaveFocus();
  });

  it('are dismissed by Escape, which keeps the text, and gone without the focus', async () => {
    const { user, field } = await openList();
    await user.type(field, 'mal');
    await offered();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(field).toHaveValue('mal');
    await user.keyboard('w{Backspace}');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(field).toHaveValue('');
    await user.type(field, 'mal');
    await offered();
    fireEvent.blur(field);
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });

  it('leave Enter to the text until one is chosen', async () => {
    const { user, field, address } = await openList();
    await user.type(field, 'device:OFFICE');
    await offered();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/dashboard/alerts?device=OFFICE'));
  });

  it('say that they are loading, that there are none, and that they failed', async () => {
    const answer = Promise.withResolvers<Answer>();
    const { user, field, asked } = await openList({ answer: () => answer.promise });
    await user.type(field, 'leak:x');
    expect((await screen.findAllByText('Loading suggestions…'))[0]).toBeVisible();
    await waitFor(() => expect(asked.at(-1)).toEqual({ text: 'x', leaks: true }));
    answer.resolve(dataResponse({ globalSearch: { __typename: 'GlobalSearch', leaks: [] } }));
    expect((await screen.findAllByText('No suggestions.'))[0]).toBeVisible();
    server.use(api.query('FilterValues', () => errorResponse('Down.', 'INTERNAL')));
    await user.type(field, 'y');
    expect((await screen.findAllByText(/^Suggestions couldn’t be loaded/))[0]).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });
});
