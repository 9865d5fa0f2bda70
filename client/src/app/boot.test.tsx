import { render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { ALL_DISABLED } from '@/lib/site-settings/site-settings';
import { Boot } from './boot';
import { routes } from './routes';

const data = { locale: 'en', isCurrent: true, settings: ALL_DISABLED, homepage: null, footer: null, locales: [] };
const HomeShell = () => <p>The homepage</p>;

afterEach(() => {
  location.hash = '';
});

it('stays with the homepage alone where the address is that of the homepage', () => {
  render(<Boot home={{ HomeShell, data }} />);
  expect(screen.getByText('The homepage')).toBeInTheDocument();
});

it('leaves the homepage for an address that was chosen while it was drawn', async () => {
  location.hash = '#/become-a-partner';
  render(<Boot home={{ HomeShell, data }} />);
  await waitFor(() => expect(screen.queryByText('The homepage')).not.toBeInTheDocument());
});

it('says that it loads until the first page is there, and nothing in the console', () => {
  const said = vi.spyOn(console, 'warn');
  const coming = { path: '/', lazy: () => new Promise<never>(() => {}) };
  render(<RouterProvider router={createMemoryRouter([{ ...routes[0], index: false, children: [coming] }])} />);
  expect(screen.getByRole('status')).toHaveTextContent('Loading');
  expect(said).not.toHaveBeenCalled();
});
