import { screen, waitFor, within } from '@testing-library/react';
import { sessionStore } from '@/lib/session/store';
import { dataResponse, errorResponse, viewer } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';

const PAGE = '/dashboard/settings/notifications';

const NAMES = { mails: 'Email notifications', alerts: 'Breach alerts', duplicates: 'Auto-close duplicates' };

/** Return the account with these settings. */
function accountWith(change: object) {
  const { viewer: account } = viewer();
  if (!account) throw new Error('The fixture has an account.');
  const notificationSettings = { ...account.user.notificationSettings, ...change };
  return { ...account, user: { ...account.user, notificationSettings } };
}

/** Accept and record every change. */
function takeChanges(): unknown[] {
  const asked: unknown[] = [];
  const settings = {};
  server.use(
    api.mutation('UpdateNotificationSettings', ({ variables }) => {
      asked.push(variables['input']);
      Object.assign(settings, variables['input']);
      return dataResponse({
        updateNotificationSettings: {
          __typename: 'UpdateProfileSuccess',
          message: 'Notification settings updated successfully',
          account: accountWith(settings),
        },
      });
    }),
  );
  return asked;
}

const toggle = (name: string) => screen.findByRole('switch', { name });

// spec: S2.77 S2.78 S4.29
it('saves each switch at once, says so, and warns where the choices do not go together', async () => {
  const asked = takeChanges();
  const { user } = openAt(PAGE);
  expect(await screen.findByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  expect(document.title).toBe('Notifications');
  expect(await toggle(NAMES.mails)).toBeChecked();
  expect(screen.queryByText('You won’t receive alerts')).not.toBeInTheDocument();
  expect(await axeViolations()).toEqual([]);

  await user.click(await toggle(NAMES.mails));
  expect(await screen.findByText('Notification settings updated successfully')).toBeInTheDocument();
  expect(await screen.findByText('You won’t receive alerts')).toBeVisible();
  expect(screen.queryByRole('radio', { name: 'Daily' })).not.toBeInTheDocument();
  expect(sessionStore.read().account?.user.notification_settings.is_email_notifications_enabled).toBe(false);

  await user.click(await toggle(NAMES.alerts));
  await waitFor(() => expect(screen.queryByText('You won’t receive alerts')).not.toBeInTheDocument());
  await waitFor(() => expect(asked).toHaveLength(2));
  await user.click(await toggle(NAMES.mails));
  expect(await screen.findByText('No alert type selected')).toBeVisible();
  expect(asked).toEqual([
    { isEmailNotificationsEnabled: false },
    { isBreachAlertEnabled: false },
    { isEmailNotificationsEnabled: true },
  ]);
});

// spec: S4.30
it('asks before it closes duplicates, and not before it stops', async () => {
  const asked = takeChanges();
  const { user } = openAt(PAGE);
  const duplicates = await toggle(NAMES.duplicates);
  await user.click(duplicates);
  const question = await screen.findByRole('alertdialog', { name: 'Auto-close duplicates?' });
  await user.click(within(question).getByRole('button', { name: 'No' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(duplicates).not.toBeChecked();
  expect(asked).toEqual([]);

  await user.click(duplicates);
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(asked).toEqual([{ isAutoCloseDuplicateBreachRecordsEnabled: true }]));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(duplicates).toBeChecked();
  await user.click(duplicates);
  await waitFor(() => expect(duplicates).not.toBeChecked());
  expect(asked).toHaveLength(2);
});

// spec: X10
it('saves the email frequency', async () => {
  const asked = takeChanges();
  const { user } = openAt(PAGE);
  expect(await screen.findByRole('radio', { name: 'Immediately' })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: 'Weekly' }));
  expect(await screen.findByText(/the Monday after/)).toBeVisible();
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Weekly' })).toBeChecked());
  expect(asked).toEqual([{ alertMailFrequency: 'WEEKLY' }]);
});

// spec: S8.10
it.each([
  [
    'a refusal',
    () =>
      dataResponse({
        updateNotificationSettings: { __typename: 'ThrottledProblem', message: 'Wait.', code: 'THROTTLED' },
      }),
    'Wait.',
  ],
  ['a fault without words', () => errorResponse('', 'INTERNAL'), 'An unexpected error occurred'],
])('goes back after %s and says why', async (_, refuse, message) => {
  server.use(api.mutation('UpdateNotificationSettings', refuse));
  const { user } = openAt(PAGE);
  const alerts = await toggle(NAMES.alerts);
  await user.click(alerts);
  expect(await screen.findByText(message)).toBeInTheDocument();
  await waitFor(() => expect(alerts).toBeChecked());
});

describe('the unsubscribe page', () => {
  // spec: X10
  it('asks first, keeps the token out of the address, and unsubscribes', async () => {
    const asked: unknown[] = [];
    server.use(
      api.mutation('Unsubscribe', ({ variables }) => {
        asked.push(variables['token']);
        return dataResponse({ unsubscribe: { __typename: 'MessageSuccess', message: 'You will get no more mails.' } });
      }),
    );
    const { user, address } = openAt('/unsubscribe?token=invented', { session: false });
    expect(await screen.findByRole('heading', { level: 1, name: 'Unsubscribe from detection emails?' })).toBeVisible();
    await waitFor(() => expect(address()).toBe('/unsubscribe'));
    expect(asked).toEqual([]);
    expect(await axeViolations()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Unsubscribe' }));
    expect(await screen.findByRole('heading', { level: 1, name: "You've unsubscribed" })).toBeVisible();
    expect(screen.getByText('You will get no more mails.')).toBeVisible();
    expect(asked).toEqual(['invented']);
    expect(screen.queryByRole('button', { name: 'Unsubscribe' })).not.toBeInTheDocument();
  });

  it.each([
    ['mentions', 'Unsubscribe from emails about mentions?', /still read the notes/],
    ['reports', 'Unsubscribe from monthly reports?', /Reports stay available/],
    ['unknown', 'Unsubscribe from detection emails?', /still see new detections/],
  ])('asks about the emails of its link: %s', async (topic, title, text) => {
    openAt(`/unsubscribe?token=invented&topic=${topic}`, { session: false });
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
  });

  // spec: X10
  it('reports an invalid link', async () => {
    server.use(
      api.mutation('Unsubscribe', () =>
        dataResponse({ unsubscribe: { __typename: 'RefusedProblem', message: 'Not valid.', code: 'BAD_CREDENTIALS' } }),
      ),
    );
    const { user } = openAt('/unsubscribe?token=wrong');
    await user.click(await screen.findByRole('button', { name: 'Unsubscribe' }));
    expect(await screen.findByText('Not valid.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to Notifications' })).toBeVisible();
  });

  it('has no button without a token', async () => {
    openAt('/unsubscribe', { session: false });
    expect(await screen.findByText(/This link is incomplete/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Unsubscribe' })).not.toBeInTheDocument();
  });
});
