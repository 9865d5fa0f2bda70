import { screen, waitFor } from '@testing-library/react';
import { dataResponse, detectionList, errorResponse, globalSearch } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';

/** Opens the search on the list of detections, with an answer to each text. */
async function openSearch(
  answer: (text: unknown) => ReturnType<typeof dataResponse> | Promise<ReturnType<typeof dataResponse>>,
) {
  Element.prototype.scrollIntoView = vi.fn<() => void>();
  server.use(
    api.query('DetectionList', () => dataResponse(detectionList([]))),
    api.query('GlobalSearch', ({ variables }) => answer(variables['text'])),
  );
  const opened = openAt('/dashboard/alerts');
  await opened.user.click(await screen.findByRole('button', { name: 'Search' }));
  const field = await screen.findByRole('combobox', { name: 'Search people, devices, leaks, sites and actions' });
  await waitFor(() => expect(field).toHaveFocus());
  return { ...opened, field };
}

it('finds people, devices, leaks and sites, and opens what is chosen', async () => {
  const asked: unknown[] = [];
  const { user, field, address } = await openSearch((text) => {
    asked.push(text);
    return dataResponse(
      globalSearch({
        people: [{ __typename: 'FoundPerson', id: 'person-1', email: 'jane@acme.example' }],
        devices: [{ __typename: 'FoundDevice', id: 'device-1', computer: 'JANE-PC', userName: 'jane' }],
        leaks: [{ __typename: 'FoundLeak', name: 'jane-logs', title: 'Jane Logs' }],
        sites: [
          { __typename: 'FoundSite', name: 'jane.example', alertKind: 'WORKFORCE' },
          { __typename: 'FoundSite', name: 'jane.acme.example', alertKind: 'PORTALS' },
        ],
      }),
    );
  });
  await user.type(field, 'jane');
  const options = await screen.findAllByRole('option');
  expect(options.map((option) => option.querySelector('bdi')?.textContent)).toEqual([
    'jane@acme.example',
    'JANE-PC (jane)',
    'Jane Logs',
    'jane.example',
    'jane.acme.example',
  ]);
  expect(asked).toEqual(['jane']);
  expect(screen.getByText('5 results')).toBeInTheDocument();
  expect(await axeViolations()).toEqual([]);
  await user.keyboard('{ArrowUp}{Enter}');
  await waitFor(() => expect(address()).toBe('/dashboard/alerts-domain?state=all&site=jane.acme.example'));
});

it('shows no answer to an earlier text', async () => {
  const answers: (() => void)[] = [];
  const { user, field } = await openSearch(
    (text) =>
      new Promise((resolve) => {
        answers.push(() =>
          resolve(
            dataResponse(
              globalSearch({
                sites: [{ __typename: 'FoundSite', name: `${String(text)}.example`, alertKind: 'WORKFORCE' }],
              }),
            ),
          ),
        );
      }),
  );
  await user.type(field, 'xya');
  await waitFor(() => expect(answers).toHaveLength(1));
  expect(screen.getAllByText('Searching…')[0]).toBeVisible();
  await user.type(field, 'b');
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.();
  expect(await screen.findByRole('option', { name: 'xyab.example' })).toBeVisible();
  answers[0]?.();
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  expect(screen.getByRole('option')).toHaveTextContent('xyab.example');
});

it('says that the search failed and still offers actions', async () => {
  const { user, field } = await openSearch(() => errorResponse('Down.', 'INTERNAL'));
  await user.type(field, 'log out');
  expect((await screen.findAllByText(/couldn’t be searched/))[0]).toBeVisible();
  expect(screen.getByRole('option', { name: 'Log out' })).toBeVisible();
});

it('asks nothing for a single character', async () => {
  let asked = 0;
  const { user, field } = await openSearch(() => {
    asked += 1;
    return dataResponse(globalSearch());
  });
  await user.type(field, '#');
  expect(await screen.findByText('No results for “#”.')).toBeVisible();
  expect(asked).toBe(0);
});
