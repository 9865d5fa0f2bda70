import { screen, waitFor, within } from '@testing-library/react';
import { dataResponse, errorResponse } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import { GROUPS, type SettingName } from './setting-groups';
import type { ConsoleSettingsQuery } from './settings.generated';

type Variable = ConsoleSettingsQuery['console']['settings']['variables'][number];

const secret: Variable = {
  __typename: 'ConsoleVariable',
  name: 'BREACHLIGHT_TURNSTILE_SECRET',
  text: 'Secret key of Cloudflare Turnstile.',
  default: 'unset',
  value: null,
  isSecret: true,
  isSet: false,
  source: 'DEFAULT',
};
const ratio: Variable = {
  ...secret,
  name: 'BREACHLIGHT_TRACE_RATIO',
  text: 'Share of requests that is traced, `0` to `1`.',
  default: '`0.1`',
  value: '0.25',
  isSecret: false,
  isSet: true,
  source: 'ENVIRONMENT',
};
const DEFAULTS: Partial<Record<SettingName, string>> = {
  LANGUAGE: 'en',
  TURNKEY_SITE_KEY: '',
  PASSWORD_RANGES_MINIMUM: '1',
};

function answer(values: Partial<Record<SettingName, string>> = {}, version = 'first') {
  const names: SettingName[] = Object.values(GROUPS).flat();
  server.use(
    api.query('ConsoleSettings', () =>
      dataResponse({
        console: {
          __typename: 'OperatorConsole',
          settings: {
            __typename: 'ConsoleSettings',
            version,
            settings: names.map((name) => ({
              __typename: 'ConsoleSetting',
              name,
              value: values[name] ?? DEFAULTS[name] ?? 'false',
              default: DEFAULTS[name] ?? 'false',
              changedAt: name in values ? '2026-11-20T09:30:00Z' : null,
              changedBy: name in values ? 'orla@operators.example' : null,
            })),
            variables: [secret, ratio],
          },
        },
      }),
    ),
  );
}

/** Takes changes and returns the variables of each. */
function takeChanges(): unknown[] {
  const taken: unknown[] = [];
  server.use(
    api.mutation('ConsoleChangeSettings', ({ variables }) => {
      taken.push(variables);
      return dataResponse({ result: { __typename: 'MessageSuccess', message: 'Settings saved.' } });
    }),
  );
  return taken;
}

describe('settings', () => {
  it('show every setting with its last change, without violations', async () => {
    answer({ LEAK_PAGES_ENABLED: 'true' });
    openAt('/console/settings');
    expect(await screen.findByRole('switch', { name: 'Leak pages' })).toBeChecked();
    expect(screen.getByRole('switch', { name: 'Opt-outs' })).not.toBeChecked();
    expect(screen.getByText('orla@operators.example')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('save a switch at once, with the version of what was shown', async () => {
    answer();
    const taken = takeChanges();
    const { user } = openAt('/console/settings');
    const control = await screen.findByRole('switch', { name: 'Leak pages' });
    answer({ LEAK_PAGES_ENABLED: 'true' }, 'second');
    await user.click(control);
    await waitFor(() => expect(control).toBeChecked());
    expect(taken).toEqual([{ input: { leakPagesEnabled: true }, version: 'first' }]);
  });

  it.each([
    ['Password ranges', /unsalted hashes/],
    ['Human verification', /BREACHLIGHT_TURNSTILE_SECRET isn't set/],
  ])('ask before a consequential change: %s', async (name, question) => {
    answer();
    const taken = takeChanges();
    const { user } = openAt('/console/settings');
    const control = await screen.findByRole('switch', { name });
    await user.click(control);
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText(question)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(taken).toEqual([]);
    expect(control).not.toBeChecked();
    await user.click(control);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Turn on' }));
    await waitFor(() => expect(taken).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  });

  it('show what is wrong with a text at its field', async () => {
    answer();
    server.use(
      api.mutation('ConsoleChangeSettings', () =>
        dataResponse({
          result: {
            __typename: 'ValidationProblem',
            message: 'Some fields are invalid.',
            code: 'VALIDATION',
            fieldErrors: [{ __typename: 'FieldError', field: 'turnkeySiteKey', messages: ['Enter the site key.'] }],
          },
        }),
      ),
    );
    const { user } = openAt('/console/settings');
    const field = await screen.findByLabelText('Site key');
    await user.type(field, 'two words');
    const row = field.closest('form');
    await user.click(within(row ?? document.body).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Enter the site key.')).toBeVisible();
    expect(field).toBeInvalid();
  });

  it('find variables and never show a secret', async () => {
    answer();
    const { user } = openAt('/console/settings');
    expect(await screen.findByText('Not set')).toBeVisible();
    expect(screen.getByText('0.25')).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'Only those that are set' }));
    expect(screen.queryByText('BREACHLIGHT_TURNSTILE_SECRET')).not.toBeInTheDocument();
    await user.type(screen.getByRole('searchbox', { name: 'Search variables' }), 'nothing like this');
    expect(screen.getByText('No variable matches')).toBeVisible();
  });

  it('offer another try after a failure', async () => {
    server.use(api.query('ConsoleSettings', () => errorResponse('Away.', 'INTERNAL')));
    openAt('/console/settings');
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
