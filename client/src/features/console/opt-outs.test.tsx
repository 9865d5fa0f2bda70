import { screen } from '@testing-library/react';
import { dataResponse } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';

const REQUEST = {
  __typename: 'ConsoleOptOutRequest',
  id: 'request-1',
  digest: '9f3a61c07be4d215',
  createdAt: '2026-11-20T09:30:00Z',
  detections: 2,
  organizations: ['Acme'],
};

const requests = (...optOutRequests: object[]) =>
  api.query('ConsoleOptOuts', () => dataResponse({ console: { __typename: 'OperatorConsole', optOutRequests } }));

describe('the opt-outs in the console', () => {
  // spec: X34
  it('lists requests and asks before the records are erased', async () => {
    const sent: unknown[] = [];
    const { user } = openAt('/console/opt-outs');
    server.use(
      requests(REQUEST),
      api.mutation('ConsoleApproveOptOut', ({ variables }) => {
        sent.push(variables);
        server.use(requests());
        return dataResponse({ result: { __typename: 'MessageSuccess', message: 'Approved.' } });
      }),
    );
    expect(await screen.findByText('9f3a61c07be4d215')).toBeVisible();
    expect(screen.getByText(/2 detections/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Erase records: 9f3a61c07be4d215' }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent("This can't be undone.");
    expect(sent).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Erase records' }));
    expect(await screen.findByText('No requests')).toBeVisible();
    expect(sent).toEqual([{ id: 'request-1' }]);
    expect(await axeViolations()).toEqual([]);
  });
});
