import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { dataResponse, siteSettings } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import { stubTurnstile } from '@/testing/turnstile';

function open(flags: Parameters<typeof siteSettings>[0] = { partnerSignupEnabled: true }) {
  const page = openAt('/become-a-partner', { session: false });
  server.use(api.query('SiteSettings', () => dataResponse(siteSettings(flags))));
  return page;
}

const APPLICATION = {
  'First name *': 'Ada',
  'Last name *': 'Lovelace',
  'Title *': 'Head of security',
  'Company name *': 'Acme',
  'Email *': 'ada@acme.test',
  'Phone *': '+43123456789',
  'Company website *': 'https://www.acme.test',
  'Company size *': '25',
  'How would you like to partner *': 'As a reseller.',
};

async function fill(user: UserEvent) {
  await screen.findByLabelText('First name *');
  for (const [label, text] of Object.entries(APPLICATION)) await user.type(screen.getByLabelText(label), text);
}

const press = async (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Apply' }));

describe('the partner application', () => {
  it('has a title, labels, a way back and nothing that axe objects to', async () => {
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Become a partner' })).toBeVisible();
    expect(document.title).toBe('Become a partner');
    expect(screen.getByLabelText('Company website *')).toHaveAttribute('type', 'url');
    expect(screen.getByLabelText('Company size *')).toHaveAttribute('type', 'number');
    expect(screen.getByRole('link', { name: 'Return to the homepage' })).toHaveAttribute('href', '/');
    expect(await axeViolations()).toEqual([]);
  });

  // spec: S2.10 S2.11 S3.17 S4.18
  it('sends the payload and thanks', async () => {
    const { user, address } = open();
    const sent: unknown[] = [];
    server.use(
      api.mutation('ApplyAsPartner', ({ variables }) => {
        sent.push(variables['input']);
        return dataResponse({ applyAsPartner: { __typename: 'MessageSuccess', message: 'Thanks for submitting!' } });
      }),
    );
    await fill(user);
    await press(user);
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Thanks for submitting!' })).toHaveFocus());
    expect(
      screen.getByText("Your interest has been registered. We'll review it and get back to you shortly."),
    ).toBeVisible();
    expect(sent).toEqual([
      {
        firstName: 'Ada',
        lastName: 'Lovelace',
        title: 'Head of security',
        companyName: 'Acme',
        email: 'ada@acme.test',
        phone: '+43123456789',
        companyLink: 'https://www.acme.test',
        companySize: 25,
        preference: 'As a reseller.',
        cfTurnstileResponse: null,
      },
    ]);
    expect(await axeViolations()).toEqual([]);
    await user.click(screen.getByRole('link', { name: 'Continue' }));
    await waitFor(() => expect(address()).toBe('/'));
  });

  // spec: S5.1 S5.7
  it('says under each field what is missing', async () => {
    const { user } = open();
    await screen.findByLabelText('First name *');
    await press(user);
    expect(await screen.findAllByText('Field is Required')).toHaveLength(7);
    expect(screen.getByText('Email is required')).toBeVisible();
    expect(screen.getByText('Enter Phone Number')).toBeVisible();
    expect(screen.getByLabelText('First name *')).toHaveFocus();
  });

  // spec: S8.4
  it("shows the server's field errors under the inputs", async () => {
    const { user } = open();
    server.use(
      api.mutation('ApplyAsPartner', () =>
        dataResponse({
          applyAsPartner: {
            __typename: 'ValidationProblem',
            message: 'Check your input.',
            code: 'VALIDATION',
            fieldErrors: [{ __typename: 'FieldError', field: 'companyLink', messages: ['Not a page.', 'second'] }],
          },
        }),
      ),
    );
    await fill(user);
    await press(user);
    expect(await screen.findByText('Not a page.')).toBeVisible();
    expect(screen.getByLabelText('Company website *')).toHaveFocus();
  });

  // spec: S5.9 S8.4
  it('asks for the CAPTCHA first, and resets it after a refusal', async () => {
    const turnstile = stubTurnstile();
    const { user } = open({ partnerSignupEnabled: true, turnkeyEnabled: true, turnkeySiteKey: 'site-key' });
    server.use(
      api.mutation('ApplyAsPartner', () =>
        dataResponse({ applyAsPartner: { __typename: 'RefusedProblem', message: 'Not you.', code: 'HUMAN' } }),
      ),
    );
    await fill(user);
    await press(user);
    expect(await screen.findAllByText('Please complete the CAPTCHA')).not.toEqual([]);
    turnstile.solve('token-1');
    await press(user);
    expect(await screen.findAllByText('Not you.')).not.toEqual([]);
    expect(turnstile.resets()).toBe(1);
  });

  // spec: S2.9
  it('leads to the homepage if it is disabled', async () => {
    const { address } = open({ partnerSignupEnabled: false });
    await waitFor(() => expect(address()).toBe('/'));
  });
});
