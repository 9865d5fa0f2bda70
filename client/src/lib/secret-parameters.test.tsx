import { act, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { useSecretParameters } from './secret-parameters';

function Page() {
  const { uid, token } = useSecretParameters('uid', 'token');
  return <output>{JSON.stringify([uid, token])}</output>;
}

function open(address: string) {
  const router = createMemoryRouter([{ path: '/page', element: <Page /> }], { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  return router;
}

describe('parameters of an emailed link', () => {
  it('are read and removed from the URL without a history entry', async () => {
    const router = open('/page?uid=u-1&lang=en&token=t-1');
    expect(screen.getByRole('status')).toHaveTextContent('["u-1","t-1"]');
    await waitFor(() => expect(router.state.location.search).toBe('?lang=en'));
    expect(router.state.historyAction).toBe('REPLACE');
    expect(screen.getByRole('status')).toHaveTextContent('["u-1","t-1"]');
  });

  it('are null if the link has none', () => {
    open('/page');
    expect(screen.getByRole('status')).toHaveTextContent('[null,null]');
  });

  it('are replaced by those of a second link', async () => {
    const router = open('/page?uid=u-1&token=t-1');
    await waitFor(() => expect(router.state.location.search).toBe(''));
    await act(() => router.navigate('/page?uid=u-2&token=t-2'));
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('["u-2","t-2"]'));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(screen.getByRole('status')).toHaveTextContent('["u-2","t-2"]');
  });
});
