import { screen, waitFor, within } from '@testing-library/react';
import { dataResponse } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';

const PAGE = '/dashboard/help-support';

async function openForm(user: ReturnType<typeof openAt>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Contact support' }));
  return within(await screen.findByRole('dialog', { name: 'Contact support' }));
}

// spec: S2.85 S2.86 S2.87 S2.88
it('answers four questions independently and links to the provider', async () => {
  const { user } = openAt(PAGE);
  expect(await screen.findByRole('heading', { level: 2, name: 'Frequently asked questions' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 2, name: 'Still have a question?' })).toBeVisible();
  expect(document.title).toBe('Help and support');
  const questions = screen.getAllByRole('heading', { level: 3 });
  expect(questions).toHaveLength(4);
  const hash = screen.getByRole('button', { name: /long random string/ });
  expect(hash).toHaveAttribute('aria-expanded', 'false');
  await user.click(hash);
  await user.click(screen.getByRole('button', { name: /help remove malware/ }));
  expect(hash).toHaveAttribute('aria-expanded', 'true');
  const mail = 'mailto:contact@breachlight.example?subject=Question';
  expect(await screen.findByRole('link', { name: /hash analyzer/ })).toHaveAttribute('target', '_blank');
  expect(screen.getByRole('link', { name: /list of partners/ })).toHaveAttribute('href', mail);
  expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', mail);
  expect(await axeViolations()).toEqual([]);
});

// spec: S2.53 S2.56
it('is linked from the sidebar and the account menu', async () => {
  const { user, address } = openAt('/dashboard/settings/notifications');
  await user.click(await screen.findByRole('link', { name: 'Help/Support' }));
  await waitFor(() => expect(address()).toBe(PAGE));
  await user.click(await screen.findByRole('link', { name: 'Notifications' }));
  await user.click(screen.getByRole('button', { name: /Account menu/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Help' }));
  await waitFor(() => expect(address()).toBe(PAGE));
});

// spec: S2.89
it('sends a message with a file', async () => {
  const asked: unknown[] = [];
  server.use(
    api.mutation('ContactSupport', ({ variables }) => {
      asked.push(variables['input']);
      return dataResponse({ contactSupport: { __typename: 'MessageSuccess', message: 'Thanks for your message.' } });
    }),
  );
  const { user } = openAt(PAGE);
  const dialog = await openForm(user);
  await user.click(dialog.getByRole('button', { name: 'Submit' }));
  expect(await dialog.findByText('Field is Required')).toBeVisible();
  expect(dialog.getByText('We need your consent to reply.')).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  await user.type(dialog.getByLabelText('Subject'), 'The list');
  await user.selectOptions(dialog.getByLabelText('Topic'), 'My account');
  await user.type(dialog.getByLabelText(/Message/), 'It is empty.');
  await user.upload(
    dialog.getByLabelText('Add File', { selector: 'input' }),
    new File(['notes'], 'notes.txt', { type: 'text/plain' }),
  );
  expect(await dialog.findByText('notes.txt')).toBeVisible();
  await user.click(dialog.getByRole('checkbox'));
  await user.click(dialog.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Contact support' })).not.toBeInTheDocument());
  expect(await screen.findByText('Thanks for your message.')).toBeInTheDocument();
  expect(asked).toEqual([
    {
      subject: 'The list',
      topic: 'ACCOUNT',
      message: 'It is empty.',
      consent: true,
      file: { name: 'notes.txt', content: 'bm90ZXM=' },
    },
  ]);
});

// spec: S2.89
it('shows field errors and drops a removed file', async () => {
  const asked: unknown[] = [];
  server.use(
    api.mutation('ContactSupport', ({ variables }) => {
      asked.push(variables['input']);
      return dataResponse({
        contactSupport: {
          __typename: 'ValidationProblem',
          message: 'Some fields are invalid.',
          code: 'VALIDATION',
          fieldErrors: [{ __typename: 'FieldError', field: 'file', messages: ['This is no picture.'] }],
        },
      });
    }),
  );
  const { user } = openAt(PAGE);
  const dialog = await openForm(user);
  const input = dialog.getByLabelText('Add File', { selector: 'input' });
  await user.upload(input, new File([new Uint8Array(512 * 1024 + 1)], 'large.png', { type: 'image/png' }));
  expect(await dialog.findByText('This file is larger than 512 KiB.')).toBeVisible();
  await user.upload(input, new File(['x'], 'small.png', { type: 'image/png' }));
  await user.type(dialog.getByLabelText(/Message/), 'Look.');
  await user.click(dialog.getByRole('checkbox'));
  await user.click(dialog.getByRole('button', { name: 'Submit' }));
  expect(await dialog.findByText('This is no picture.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Remove small.png' }));
  await user.click(dialog.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[0]).toHaveProperty('file', { name: 'small.png', content: 'eA==' });
  expect(asked[1]).not.toHaveProperty('file');
});
