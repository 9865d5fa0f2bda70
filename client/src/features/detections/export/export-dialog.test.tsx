import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import * as z from 'zod/mini';
import { bulkDisclosure, dataResponse, detectionList, detectionRow } from '@/testing/fixtures';
import { axeViolations, openAt, openerOf } from '@/testing/render';
import { api, server } from '@/testing/server';

beforeEach(() => {
  server.use(
    api.query('SavedViews', () => dataResponse({ savedViews: [] })),
    api.query('DetectionList', () =>
      dataResponse(
        detectionList(
          [1, 2, 3].map((number) => detectionRow(number)),
          { total: 3 },
        ),
      ),
    ),
    api.mutation('Reauthenticate', () =>
      dataResponse({ reauthenticate: { __typename: 'ReauthenticateSuccess', message: 'Confirmed' } }),
    ),
  );
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:invented');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
});

afterEach(() => {
  vi.restoreAllMocks();
});

const openExport = async (query = '') => {
  const { user } = openAt(`/dashboard/alerts${query}`);
  await screen.findByRole('button', { name: openerOf('user1@acme.example') });
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Export this list…' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Export 3 detections' })) };
};

it('an export contains passwords only after reauthentication', async () => {
  const bodies: unknown[] = [];
  server.use(
    http.post('*/api/v1/notifications/alerts/export', async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.text('id\r\n');
    }),
  );
  const { user, dialog } = await openExport('?url=shop&order=severity');
  expect(await axeViolations()).toEqual([]);
  await user.click(dialog.getByRole('radio', { name: 'JSON' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Include leaked passwords' }));
  await user.click(dialog.getByRole('button', { name: 'Download' }));
  const question = await screen.findByRole('dialog', { name: 'Confirm your password' });
  expect(bodies).toEqual([]);
  await user.type(within(question).getByLabelText('Password'), 'right');
  await user.click(within(question).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(URL.createObjectURL).toHaveBeenCalled());
  expect(bodies).toEqual([
    {
      format: 'json',
      include_passwords: true,
      query: { domain_is_not_set: true, is_closed: false, breach_record_url: 'shop', ordering: 'severity' },
    },
  ]);
});

describe('an export with passwords', () => {
  it('is not offered where bulk disclosure is off', async () => {
    server.use(api.query('ExportLimits', () => dataResponse(bulkDisclosure(false))));
    const { dialog } = await openExport();
    expect(await dialog.findByText(/An owner can turn on bulk disclosure/)).toBeVisible();
    expect(dialog.getByRole('checkbox', { name: 'Include leaked passwords' })).toBeDisabled();
  });

  it('that the server refuses can be downloaded without them', async () => {
    const asked: unknown[] = [];
    server.use(
      http.post('*/api/v1/notifications/alerts/export', async ({ request }) => {
        const { include_passwords: secret } = z.object({ include_passwords: z.boolean() }).parse(await request.json());
        asked.push(secret);
        return secret
          ? HttpResponse.json(
              { error: { message: '3 passwords were requested, but only 1 is left.' } },
              { status: 429 },
            )
          : HttpResponse.text('id\r\n');
      }),
    );
    const { user, dialog } = await openExport();
    await user.click(dialog.getByRole('checkbox', { name: 'Include leaked passwords' }));
    await user.click(dialog.getByRole('button', { name: 'Download' }));
    const question = within(await screen.findByRole('dialog', { name: 'Confirm your password' }));
    await user.type(question.getByLabelText('Password'), 'right');
    await user.click(question.getByRole('button', { name: 'Confirm' }));
    expect(await dialog.findByText('3 passwords were requested, but only 1 is left.')).toBeVisible();
    expect(URL.createObjectURL).not.toHaveBeenCalled();
    await user.click(dialog.getByRole('button', { name: 'Export without passwords' }));
    await waitFor(() => expect(URL.createObjectURL).toHaveBeenCalled());
    expect(asked).toEqual([true, false]);
  });
});
