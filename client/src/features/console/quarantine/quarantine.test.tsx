import { screen, waitFor, within } from '@testing-library/react';
import { dataResponse, errorResponse } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import type { ConsoleQuarantinedFileQuery, ConsoleQuarantineQuery } from './quarantine.generated';

const HOSTILE = '<img src=x onerror=alert(1)>';

type Row = ConsoleQuarantineQuery['console']['quarantine']['results'][number];
type Detail = NonNullable<ConsoleQuarantinedFileQuery['console']['quarantinedFile']>;

const row = (id: string, change: Partial<Row> = {}): Row => ({
  __typename: 'ConsoleQuarantinedFile',
  id,
  leak: HOSTILE,
  name: 'one.txt',
  size: 1204,
  startedAt: '2026-11-20T09:30:00Z',
  isHeld: false,
  stretches: 2,
  rejectedLines: 7,
  reasons: [{ __typename: 'ConsoleRejections', reason: 'no-separator', stretches: 2 }],
  ...change,
});

const list = (results: Row[], hasMore = false): ConsoleQuarantineQuery => ({
  console: {
    __typename: 'OperatorConsole',
    rejectionReasons: ['no-separator', 'too-long'],
    quarantine: { __typename: 'ConsoleQuarantinePage', hasMore, cursor: 'next', results },
  },
});

const answerFile = (change: Partial<Detail> = {}, file: Partial<Row> = {}) =>
  server.use(
    api.query('ConsoleQuarantinedFile', () =>
      dataResponse({
        console: {
          __typename: 'OperatorConsole',
          rereadingFormats: ['csv', 'lines'],
          quarantinedFile: {
            __typename: 'ConsoleQuarantinedFileDetail',
            file: { ...row('7', file), stretchBytes: 90 },
            explanation: null,
            lines: [],
            command: null,
            operations: [],
            ...change,
          },
        },
      }),
    ),
  );

const answerStretches = () =>
  server.use(
    api.query('ConsoleStretches', () =>
      dataResponse({
        console: {
          __typename: 'OperatorConsole',
          quarantinedFile: {
            __typename: 'ConsoleQuarantinedFileDetail',
            file: { __typename: 'ConsoleQuarantinedFile', id: '7' },
            stretches: {
              __typename: 'ConsoleStretchPage',
              hasMore: false,
              cursor: '2',
              results: [
                {
                  __typename: 'ConsoleStretch',
                  id: '1',
                  start: 1204,
                  length: 16,
                  reason: 'no-separator',
                  shape: '‹a:5-8›-‹9:1-4›',
                  member: null,
                  memberOffset: null,
                },
                {
                  __typename: 'ConsoleStretch',
                  id: '2',
                  start: 1304,
                  length: 16,
                  reason: HOSTILE,
                  shape: null,
                  member: HOSTILE,
                  memberOffset: 12,
                },
              ],
            },
          },
        },
      }),
    ),
  );

const done = (message: string) => dataResponse({ result: { __typename: 'MessageSuccess', message } });

it('lists files by leak and reason', async () => {
  const asked: Record<string, unknown>[] = [];
  server.use(
    api.query('ConsoleQuarantine', ({ variables }) => {
      asked.push(variables);
      return dataResponse(list([row('7'), row('8', { name: 'poor.txt', isHeld: true, reasons: [] })], true));
    }),
  );
  const { user } = openAt('/console/quarantine');
  expect(await screen.findByRole('row', { name: /one.txt/ })).toHaveTextContent(HOSTILE);
  expect(screen.getByRole('row', { name: /poor.txt/ })).toHaveTextContent('Held');
  expect(document.querySelector('img[src="x"]')).toBeNull();
  expect(await axeViolations()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Older files' }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ after: 'next' }));
  await user.selectOptions(screen.getByLabelText('Reason'), 'too-long');
  await user.type(screen.getByRole('searchbox'), 'one');
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ reason: 'too-long', search: 'one' }));
  server.use(api.query('ConsoleQuarantine', () => dataResponse(list([]))));
  await user.type(screen.getByRole('searchbox'), 'x');
  expect(await screen.findByRole('heading', { name: 'Nothing in the quarantine' })).toBeVisible();
  server.use(api.query('ConsoleQuarantine', () => errorResponse('Away.', 'INTERNAL')));
  await user.type(screen.getByRole('searchbox'), 'y');
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
});

it('shows rejected input as shapes, and reads it again in a chosen format', async () => {
  answerFile();
  answerStretches();
  const sent: unknown[] = [];
  let isWrong = true;
  server.use(
    api.mutation('ConsoleRereadQuarantinedFile', ({ variables }) => {
      sent.push(variables);
      return isWrong
        ? dataResponse({
            result: {
              __typename: 'ValidationProblem',
              message: 'Some fields are invalid.',
              code: 'VALIDATION',
              fieldErrors: [{ __typename: 'FieldError', field: 'columns', messages: ['Write columns as email=3.'] }],
            },
          })
        : done('A worker reads it.');
    }),
  );
  const { user } = openAt('/console/quarantine/7');
  expect(await screen.findByText('‹a:5-8›-‹9:1-4›')).toBeVisible();
  expect(screen.getByText("Can't be opened")).toBeVisible();
  expect(document.querySelector('img[src="x"]')).toBeNull();
  expect(await axeViolations()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Read again' }));
  const dialog = await screen.findByRole('dialog');
  await user.selectOptions(within(dialog).getByLabelText('Format'), 'csv');
  await user.type(within(dialog).getByLabelText('Columns'), 'email, password=2');
  await user.click(within(dialog).getByRole('button', { name: 'Read again' }));
  expect(await within(dialog).findByText('Write columns as email=3.')).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  isWrong = false;
  await user.click(within(dialog).getByRole('button', { name: 'Read again' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent.at(-1)).toEqual({ id: '7', reading: { format: 'csv', columns: ['email', 'password=2'] } });
});

it('drops after a question', async () => {
  answerFile();
  answerStretches();
  server.use(
    api.mutation('ConsoleDropQuarantinedFile', () => done('2 stretches were deleted.')),
    api.query('ConsoleQuarantine', () => dataResponse(list([]))),
  );
  const { user, address } = openAt('/console/quarantine/7');
  await user.click(await screen.findByRole('button', { name: 'Drop' }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('Stretches that are deleted: 2.');
  await user.click(within(question).getByRole('button', { name: 'Drop' }));
  await waitFor(() => expect(address()).toBe('/console/quarantine'));
});

it('says why a file is held and which command ingests it', async () => {
  answerFile(
    {
      explanation: "20% of 200 data lines can't be read",
      lines: ['no-separator: ‹a:5-8›'],
      command: 'breachlight quarantine retry 7 --accept',
    },
    { isHeld: true, reasons: [] },
  );
  openAt('/console/quarantine/7');
  expect(await screen.findByText('breachlight quarantine retry 7 --accept')).toBeVisible();
  expect(screen.getByText("20% of 200 data lines can't be read")).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to ingestion' })).toHaveAttribute('href', '/console/ingestion');
  expect(screen.queryByRole('button', { name: 'Read again' })).not.toBeInTheDocument();
  expect(await axeViolations()).toEqual([]);
});
