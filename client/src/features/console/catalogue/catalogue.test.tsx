import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { dataResponse, errorResponse } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import type { ConsoleLeakQuery, ConsoleLeaksQuery } from './catalogue.generated';

const HOSTILE = '<img src=x onerror=alert(1)>';

type Row = ConsoleLeaksQuery['console']['leaks']['results'][number];
type Detail = NonNullable<ConsoleLeakQuery['console']['leak']>;

const row = (name: string, change: Partial<Row> = {}): Row => ({
  __typename: 'ConsoleLeak',
  id: `id-${name}`,
  name,
  title: name,
  domain: 'shop.example',
  kind: 'COMBOLIST',
  breachDate: '2025-01-02',
  pwnCount: 1204,
  isSensitive: false,
  retractedDate: null,
  records: 1200,
  accounts: 3,
  ...change,
});

const list = (results: Row[], hasMore = false): ConsoleLeaksQuery => ({
  console: {
    __typename: 'OperatorConsole',
    leaks: { __typename: 'ConsoleLeakPage', hasMore, cursor: results.at(-1)?.id ?? '', results },
  },
});

const detail = (change: Partial<Detail> = {}): ConsoleLeakQuery => ({
  console: {
    __typename: 'OperatorConsole',
    leak: {
      __typename: 'ConsoleLeakDetail',
      leak: { ...row('alpha', { title: HOSTILE }), addedDate: '2026-11-20T09:30:00Z', countedAt: null },
      modifiedDate: '2026-11-20T09:30:00Z',
      description: HOSTILE,
      dataClasses: ['Passwords', HOSTILE],
      isVerified: true,
      isFabricated: false,
      isSensitive: false,
      isRetired: false,
      isSpamList: false,
      isMalware: false,
      isStealerLog: false,
      isSubscriptionFree: false,
      attribution: null,
      logoPath: null,
      formerNames: ['older'],
      files: 2,
      operations: [],
      ...change,
    },
  },
});

const answerLeak = (found: ConsoleLeakQuery) => server.use(api.query('ConsoleLeak', () => dataResponse(found)));
const answerDetections = (detections: number) =>
  server.use(
    api.query('ConsoleLeakDetections', () =>
      dataResponse({
        console: {
          __typename: 'OperatorConsole',
          leak: { __typename: 'ConsoleLeakDetail', leak: { __typename: 'ConsoleLeak', id: 'id-alpha' }, detections },
        },
      }),
    ),
  );
const done = (message: string) => dataResponse({ result: { __typename: 'MessageSuccess', message } });

describe('the catalogue', () => {
  it('searches, filters, orders, pages and opens', async () => {
    const asked: Record<string, unknown>[] = [];
    server.use(
      api.query('ConsoleLeaks', ({ variables }) => {
        asked.push(variables);
        return dataResponse(
          variables['after'] ? list([row('beta')]) : list([row('alpha', { title: HOSTILE, isSensitive: true })], true),
        );
      }),
    );
    const { user, address } = openAt('/console/leaks');
    expect(await screen.findByRole('row', { name: /img src/ })).toHaveTextContent('Sensitive');
    expect(document.querySelector('img[src="x"]')).toBeNull();
    expect(await axeViolations()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Next leaks' }));
    expect(await screen.findByRole('row', { name: /beta/ })).toBeVisible();
    await user.type(screen.getByRole('searchbox'), 'shop');
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ filter: { search: 'shop' } }));
    expect(asked.at(-1)).not.toHaveProperty('after');
    await user.selectOptions(screen.getByLabelText('Sensitive'), 'Yes');
    await user.selectOptions(screen.getByLabelText('Retracted'), 'No');
    await user.selectOptions(screen.getByLabelText('Order'), 'Most records first');
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject({
        order: 'RECORDS',
        filter: { search: 'shop', isSensitive: true, isRetracted: false },
      }),
    );
    answerLeak(detail());
    await user.click(await screen.findByRole('link', { name: /img src/ }));
    expect(address()).toBe('/console/leaks/alpha');
  });

  it('is empty, or failed with another try', async () => {
    server.use(api.query('ConsoleLeaks', () => dataResponse(list([]))));
    const { user } = openAt('/console/leaks?search=nothing');
    expect(await screen.findByRole('heading', { name: 'No matching leaks' })).toBeVisible();
    server.use(api.query('ConsoleLeaks', () => errorResponse('Away.', 'INTERNAL')));
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('imports a file after a preview, and says where a file is wrong', async () => {
    server.use(api.query('ConsoleLeaks', () => dataResponse(list([row('alpha')]))));
    const sent: string[] = [];
    let isWrong = true;
    server.use(
      http.post('*/api/v1/console/leaks', ({ request }) => {
        sent.push(new URL(request.url).search);
        return isWrong
          ? HttpResponse.json({ file: ['Entry 3, field PwnCount: Input should be a number'] }, { status: 400 })
          : HttpResponse.json({ added: 2, updated: 1, unchanged: 0 });
      }),
    );
    const { user } = openAt('/console/leaks');
    await user.click(await screen.findByRole('button', { name: 'Import' }));
    const dialog = await screen.findByRole('dialog', { name: 'Import leaks' });
    const chooser = within(dialog).getByLabelText('Choose file', { selector: 'input' });
    await user.upload(chooser, new File(['[{}]'], 'breaches.json', { type: 'application/json' }));
    expect(await within(dialog).findByText(/Entry 3, field PwnCount/)).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Import leaks' })).toBeDisabled();
    isWrong = false;
    await user.upload(chooser, new File(['[]'], 'breaches.json', { type: 'application/json' }));
    expect(await within(dialog).findByText('New: 2. Changed: 1. Unchanged: 0.')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Import leaks' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toEqual([
      '?name=breaches.json&preview=true',
      '?name=breaches.json&preview=true',
      '?name=breaches.json',
    ]);
  });
});

describe('a leak', () => {
  it('shows all fields as text, and the progress of what a worker does', async () => {
    answerLeak(
      detail({
        operations: [
          {
            __typename: 'ConsoleOperation',
            id: '1',
            kind: 'RETRACT',
            state: 'RUNNING',
            step: 'records',
            done: 3,
            total: 12,
            figures: [{ __typename: 'ConsoleFigure', name: 'records', value: 1204 }],
            failure: null,
            otherLeak: null,
            operator: 'orla@operators.example',
            createdAt: '2026-11-20T09:30:00Z',
            finishedAt: null,
          },
          {
            __typename: 'ConsoleOperation',
            id: '2',
            kind: 'MERGE',
            state: 'FAILED',
            step: '',
            done: 0,
            total: 0,
            figures: [],
            failure: 'two.txt is being ingested: merge the leaks when that has ended.',
            otherLeak: HOSTILE,
            operator: 'orla@operators.example',
            createdAt: '2026-11-20T09:30:00Z',
            finishedAt: '2026-11-20T09:31:00Z',
          },
        ],
      }),
    );
    openAt('/console/leaks/alpha');
    expect(await screen.findByRole('heading', { level: 1, name: HOSTILE })).toBeVisible();
    expect(screen.getByText('Removing records from the lake · 3 of 12')).toBeVisible();
    expect(screen.getByText('Records: 1,204')).toBeVisible();
    expect(screen.getByText(/two.txt is being ingested/)).toBeVisible();
    expect(screen.getByText('older')).toBeVisible();
    expect(screen.getByText(`Passwords, ${HOSTILE}`)).toBeVisible();
    expect(document.querySelector('img[src="x"]')).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });

  it('is edited: only what was changed is sent, and mistakes are shown at their fields', async () => {
    answerLeak(detail({ dataClasses: [] }));
    const sent: unknown[] = [];
    let isWrong = true;
    server.use(
      api.mutation('ConsoleEditLeak', ({ variables }) => {
        sent.push(variables['input']);
        return dataResponse({
          result: isWrong
            ? {
                __typename: 'ValidationProblem',
                message: 'Some fields are invalid.',
                code: 'VALIDATION',
                fieldErrors: [
                  { __typename: 'FieldError', field: 'domain', messages: ['no domain is not a domain name.'] },
                ],
              }
            : { __typename: 'EditLeakSuccess', message: 'Saved.' },
        });
      }),
    );
    const { user } = openAt('/console/leaks/alpha');
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit leak' });
    expect(await axeViolations()).toEqual([]);
    const domain = within(dialog).getByLabelText('Breached site');
    await user.clear(domain);
    await user.type(domain, 'no domain');
    await user.type(within(dialog).getByLabelText('Compromised data'), 'Passwords{Enter}Emails');
    await user.click(within(dialog).getByLabelText('Spam list'));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('no domain is not a domain name.')).toBeVisible();
    isWrong = false;
    await user.clear(domain);
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toEqual([
      { domain: 'no domain', dataClasses: ['Passwords', 'Emails'], isSpamList: true },
      { domain: null, dataClasses: ['Passwords', 'Emails'], isSpamList: true },
    ]);
    await user.click(screen.getByRole('button', { name: 'Mark as sensitive' }));
    await waitFor(() => expect(sent.at(-1)).toEqual({ isSensitive: true }));
  });

  it('is merged into another one that is found by typing', async () => {
    answerLeak(detail());
    answerDetections(4210);
    const merged: unknown[] = [];
    server.use(
      api.query('ConsoleLeakChoices', () =>
        dataResponse({
          console: {
            __typename: 'OperatorConsole',
            leaks: { __typename: 'ConsoleLeakPage', results: [row('alpha'), row('beta', { title: 'Beta leak' })] },
          },
        }),
      ),
      api.mutation('ConsoleMergeLeaks', ({ variables }) => {
        merged.push(variables);
        return done('The merge was entered.');
      }),
    );
    const { user } = openAt('/console/leaks/alpha');
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Merge into another leak' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('button', { name: 'Merge' })).toBeDisabled();
    await user.type(within(dialog).getByRole('combobox'), 'be');
    // The leak itself isn't offered.
    expect(await within(dialog).findAllByRole('option')).toHaveLength(1);
    expect(await axeViolations()).toEqual([]);
    await user.keyboard('{Enter}');
    expect(await within(dialog).findByText('Merge alpha into beta?')).toBeVisible();
    expect(await within(dialog).findByText(/Detections that move: 4,210/)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Merge' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(merged).toEqual([{ name: 'alpha', into: 'beta' }]);
  });

  it('is retracted once its name was typed', async () => {
    answerLeak(detail());
    answerDetections(7);
    const retracted: unknown[] = [];
    server.use(
      api.mutation('ConsoleRetractLeak', ({ variables }) => {
        retracted.push(variables);
        return done('The leak is retracted.');
      }),
    );
    const { user } = openAt('/console/leaks/alpha');
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Retract' }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText(/unless another leak confirms them: 7/)).toBeVisible();
    const field = within(dialog).getByLabelText(/Type alpha to confirm/);
    await user.type(field, 'alph{Enter}');
    expect(await within(dialog).findByText("This isn't the name of the leak.")).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    expect(retracted).toEqual([]);
    await user.type(field, 'a{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(retracted).toEqual([{ name: 'alpha' }]);
  });

  it('may not exist', async () => {
    answerLeak({ console: { __typename: 'OperatorConsole', leak: null } });
    openAt('/console/leaks/gone');
    expect(await screen.findByRole('heading', { name: 'No such leak' })).toBeVisible();
  });
});
