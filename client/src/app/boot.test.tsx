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

it('renders only the homepage shell at the homepage URL', () => {
  render(<Boot home={{ HomeShell, data }} />);
  expect(screen.getByText('The homepage')).toBeInTheDocument();
});

it('switches to a URL that was opened during the first render', async () => {
  location.hash = '#/become-a-partner';
  render(<Boot home={{ HomeShell, data }} />);
  await waitFor(() => expect(screen.queryByText('The homepage')).not.toBeInTheDocument());
});

it('shows a loading state until the first page is ready, with a silent console', () => {
  const said = vi.spyOn(console, 'warn');
  const coming = { path: '/', lazy: () => new Promise<never>(() => {}) };
  render(<RouterProvider router={createMemoryRouter([{ ...routes[0], index: false, children: [coming] }])} />);
  expect(screen.getByRole('status')).toHaveTextContent('Loading');
  expect(said).not.toHaveBeenCalled();
});
