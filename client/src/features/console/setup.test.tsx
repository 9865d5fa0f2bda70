import { screen, waitFor } from '@testing-library/react';
import { dataResponse, errorResponse } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import type { ConsoleSetupQuery } from './setup.generated';

type Name = ConsoleSetupQuery['console']['setup'][number]['name'];

const NAMES: Name[] = ['OPERATOR', 'SECOND_FACTOR', 'EMAIL', 'DNS', 'LEAK', 'DOMAIN', 'DETECTION', 'SIGN_UP'];

const answer = (...done: Name[]) =>
  server.use(
    api.query('ConsoleSetup', () =>
      dataResponse({
        console: {
          __typename: 'OperatorConsole',
          setup: NAMES.map((name) => ({ __typename: 'ConsoleSetupStep', name, isDone: done.includes(name) })),
        },
      }),
    ),
  );

const check = (level: string) => ({
  __typename: 'RunChecksSuccess',
  checks: [{ __typename: 'ConsoleCheck', name: 'dns', level, text: 'No resolver answers.', remedy: 'Set one.' }],
});

describe('the first run', () => {
  it('shows what is done and an action for the rest', async () => {
    answer('OPERATOR', 'SECOND_FACTOR');
    openAt('/console/setup');
    expect(await screen.findByText('2 of 8 steps done')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send test email' })).toBeVisible();
    expect(screen.queryByText('breachlight setup')).not.toBeInTheDocument();
    expect(screen.getAllByRole('link', { name: 'Ingestion' }).at(-1)).toHaveAttribute('href', '/console/ingestion');
    expect(await axeViolations()).toEqual([]);
  });

  it('takes the code of the test email', async () => {
    answer('OPERATOR');
    server.use(
      api.mutation('ConsoleConfirmTestEmail', ({ variables }) =>
        dataResponse({
          result:
            variables['code'] === '123456'
              ? { __typename: 'MessageSuccess', message: 'The test email arrived.' }
              : {
                  __typename: 'ValidationProblem',
                  message: 'Some fields are invalid.',
                  code: 'VALIDATION',
                  fieldErrors: [{ __typename: 'FieldError', field: 'code', messages: ['This code is wrong.'] }],
                },
        }),
      ),
    );
    const { user } = openAt('/console/setup');
    const field = await screen.findByLabelText('Code from the email');
    await user.type(field, '111111');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('This code is wrong.')).toBeVisible();
    answer('OPERATOR', 'EMAIL');
    await user.clear(field);
    await user.type(field, '123456');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('2 of 8 steps done')).toBeVisible();
    expect(screen.queryByLabelText('Code from the email')).not.toBeInTheDocument();
  });

  it('says what a failing test of DNS found', async () => {
    answer();
    server.use(api.mutation('ConsoleTestDns', () => dataResponse({ result: check('FAILING') })));
    const { user } = openAt('/console/setup');
    await user.click(await screen.findByRole('button', { name: 'Test DNS' }));
    expect(await screen.findByText(/No resolver answers. Set one./)).toBeVisible();
  });

  it('opens sign-up', async () => {
    answer();
    const inputs: unknown[] = [];
    server.use(
      api.mutation('ConsoleChangeSettings', ({ variables }) => {
        inputs.push(variables['input']);
        return dataResponse({ result: { __typename: 'MessageSuccess', message: 'Settings saved.' } });
      }),
    );
    const { user } = openAt('/console/setup');
    const button = await screen.findByRole('button', { name: 'Open sign-up' });
    answer(...NAMES);
    await user.click(button);
    expect(await screen.findByText('Setup is complete.')).toBeVisible();
    await waitFor(() =>
      expect(inputs).toEqual([
        { loginEnabled: true, signupEnabled: true, individualSignupEnabled: true, organizationSignupEnabled: true },
      ]),
    );
  });

  it('offers another try after a failure', async () => {
    server.use(api.query('ConsoleSetup', () => errorResponse('Away.', 'INTERNAL')));
    openAt('/console/setup');
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
