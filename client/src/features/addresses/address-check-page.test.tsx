import { screen } from '@testing-library/react';
import { dataResponse, siteSettings } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';

const MESSAGE = 'Check your inbox. We answer by email only.';

/** Opens the page and records what it sends. */
function open(respond: () => Record<string, unknown>, addressCheckEnabled = true) {
  const sent: unknown[] = [];
  const page = openAt('/check/address', { session: false });
  server.use(
    api.query('SiteSettings', () => dataResponse(siteSettings({ addressCheckEnabled, passwordRangesEnabled: true }))),
    api.mutation('CheckAddress', ({ variables }) => {
      sent.push(variables['input']);
      return dataResponse({ checkAddress: respond() });
    }),
  );
  return { ...page, sent };
}

async function send(page: ReturnType<typeof open>, email: string) {
  const field = await screen.findByLabelText('Email');
  if (email) await page.user.type(field, email);
  await page.user.click(screen.getByRole('button', { name: 'Check address' }));
}

describe('the address check', () => {
  // spec: X33
  it("sends the address and shows the server's message in place of the form", async () => {
    const page = open(() => ({ __typename: 'MessageSuccess', message: MESSAGE }));
    await send(page, 'jane@people.test');
    expect(await screen.findByText(MESSAGE)).toBeVisible();
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
    expect(page.sent).toEqual([{ email: 'jane@people.test', language: 'en', cfTurnstileResponse: null }]);
    expect(document.title).toBe('Has my address leaked?');
    expect(screen.getByRole('link', { name: 'Check a password instead' })).toHaveAttribute('href', '/password-check');
    expect(await axeViolations()).toEqual([]);
  });

  it('marks an invalid address until it changes', async () => {
    const fieldErrors = [{ __typename: 'FieldError', field: 'email', messages: ['Enter a valid email address'] }];
    const page = open(() => ({ __typename: 'ValidationProblem', message: 'No', code: 'VALIDATION', fieldErrors }));
    await send(page, 'nonsense');
    expect(await screen.findByText('Enter a valid email address')).toBeVisible();
    expect(screen.getByLabelText('Email')).toBeInvalid();
    expect(await axeViolations()).toEqual([]);
    await page.user.type(screen.getByLabelText('Email'), '1');
    expect(screen.queryByText('Enter a valid email address')).not.toBeInTheDocument();
  });

  it('explains a refusal and keeps the address', async () => {
    const page = open(() => ({
      __typename: 'ThrottledProblem',
      message: 'Too many.',
      code: 'X',
      retryAfterSeconds: 60,
    }));
    await send(page, 'jane@people.test');
    expect(await screen.findByText(/Too many/)).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('jane@people.test');
  });

  it('says that it is off', async () => {
    open(() => ({}), false);
    expect(await screen.findByText('This check is turned off.')).toBeVisible();
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
  });
});
