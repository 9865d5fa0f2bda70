import { screen, waitFor } from '@testing-library/react';
import { dataResponse, errorResponse } from '@/testing/fixtures';
import { openAt } from '@/testing/render';
import { events, security } from '@/testing/security';
import { api, server } from '@/testing/server';

const PAGE = '/dashboard/settings/security';

const changePassword = async (user: ReturnType<typeof openAt>['user'], again = 'a-fresh-and-long-one') => {
  await user.type(await screen.findByLabelText('Old Password'), 'invented-password-1');
  await user.type(screen.getByLabelText('New Password'), 'a-fresh-and-long-one');
  await user.type(screen.getByLabelText('Verify New Password'), again);
  await user.click(screen.getByRole('button', { name: 'Change Password' }));
};
beforeEach(() =>
  server.use(
    api.query('Security', () => dataResponse(security())),
    api.query('SecurityEvents', () => dataResponse(events(['login', 'an_event_of_tomorrow']))),
  ),
);

describe('the password form', () => {
  // spec: S5.12
  it('sends nothing when the two differ', async () => {
    const { user } = openAt(PAGE);
    let sent = 0;
    server.use(
      api.mutation('ChangePassword', () => {
        sent += 1;
        return dataResponse({ changePassword: { __typename: 'MessageSuccess', message: 'Done.' } });
      }),
    );
    await changePassword(user, 'another');
    // Under the input and in a toast.
    await waitFor(() => expect(screen.getAllByText('New password and repeat password do not match')).toHaveLength(2));
    expect(sent).toBe(0);
  });

  // spec: S8.13
  it.each([
    ['of the server', 'The password could not be stored.', 'The password could not be stored.'],
    ['of its own', '', 'Error updating password'],
  ])('that fails says so in words %s', async (_whose, message, told) => {
    const { user } = openAt(PAGE);
    server.use(api.mutation('ChangePassword', () => errorResponse(message, 'INTERNAL')));
    await changePassword(user);
    expect(await screen.findByText(told)).toBeInTheDocument();
  });

  // spec: S2.74 S8.16
  it('reports success and clears the fields', async () => {
    const { user } = openAt(PAGE);
    server.use(
      api.mutation('ChangePassword', () =>
        dataResponse({ changePassword: { __typename: 'MessageSuccess', message: 'Done.' } }),
      ),
    );
    await changePassword(user);
    expect(await screen.findByText('Password updated successfully')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByLabelText('Old Password')).toHaveValue(''));
  });

  // spec: S5.13 S8.14
  it('shows the field errors of the server under their inputs', async () => {
    const { user } = openAt(PAGE);
    server.use(
      api.mutation('ChangePassword', () =>
        dataResponse({
          changePassword: {
            __typename: 'ValidationProblem',
            message: 'Some fields are invalid.',
            code: 'VALIDATION',
            fieldErrors: [
              { __typename: 'FieldError', field: 'oldPassword', messages: ['It is not your password.', 'x'] },
            ],
          },
        }),
      ),
    );
    await changePassword(user);
    await waitFor(() =>
      expect(screen.getByLabelText('Old Password')).toHaveAccessibleDescription('It is not your password.'),
    );
  });
});
