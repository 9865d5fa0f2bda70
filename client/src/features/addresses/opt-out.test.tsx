import { screen } from '@testing-library/react';
import { dataResponse, siteSettings } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';

function open(address: string, optOutsEnabled = true) {
  const page = openAt(address, { session: false });
  server.use(api.query('SiteSettings', () => dataResponse(siteSettings({ optOutsEnabled }))));
  return page;
}

describe('the opt-out form', () => {
  // spec: X34
  it('sends the chosen level', async () => {
    const sent: unknown[] = [];
    const page = open('/opt-out');
    server.use(
      api.mutation('RequestOptOut', ({ variables }) => {
        sent.push(variables['input']);
        return dataResponse({ requestOptOut: { __typename: 'MessageSuccess', message: 'Check your inbox.' } });
      }),
    );
    await page.user.type(await screen.findByLabelText('Email'), 'jane@people.test');
    expect(screen.getByLabelText('Hide it from public lookups')).toBeChecked();
    await page.user.click(screen.getByLabelText('Also erase its leaked records'));
    expect(await axeViolations()).toEqual([]);
    await page.user.click(screen.getByRole('button', { name: 'Send confirmation link' }));
    expect(await screen.findByText('Check your inbox.')).toBeVisible();
    expect(sent).toEqual([{ email: 'jane@people.test', language: 'en', cfTurnstileResponse: null, level: 'RECORDS' }]);
  });

  it('says that it is off', async () => {
    open('/opt-out', false);
    expect(await screen.findByText('Opt-outs are turned off.')).toBeVisible();
  });
});

/** Answers which choice the link confirms. */
const choice = (level: string | null) => api.query('OptOutChoice', () => dataResponse({ optOutChoice: level }));

describe('the confirmation of an opt-out', () => {
  // spec: X34
  it('shows the choice, and uses the link on a button press only', async () => {
    const used: unknown[] = [];
    const page = open('/opt-out/confirm?token=secret');
    server.use(
      choice('MONITORING'),
      api.mutation('ConfirmOptOut', ({ variables }) => {
        used.push(variables);
        return dataResponse({ confirmOptOut: { __typename: 'MessageSuccess', message: 'Your choice is in effect.' } });
      }),
    );
    expect(await screen.findByText('Also exclude it from new monitoring')).toBeVisible();
    expect(page.address()).toBe('/opt-out/confirm');
    expect(used).toEqual([]);
    await page.user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Your choice is in effect.')).toBeVisible();
    expect(used).toEqual([{ token: 'secret' }]);
    expect(await axeViolations()).toEqual([]);
  });

  it('leads back to the form if the link is invalid', async () => {
    open('/opt-out/confirm?token=old');
    server.use(choice(null));
    expect(await screen.findByText('This link is invalid or expired. Send the form again.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open the form' })).toHaveAttribute('href', '/opt-out');
  });
});
