import { screen, waitFor, within } from '@testing-library/react';
import { dataResponse, errorResponse, viewer } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import type { IncidentQuery } from '../incidents.generated';
import type { IncidentPlaybookFragment } from '@/lib/playbook/playbook.generated';

type Step = IncidentPlaybookFragment['steps'][number];

const step = (id: string, change: Partial<Step> = {}): Step => ({
  __typename: 'PlaybookStep',
  id,
  title: `Title of ${id}`,
  body: `Body of ${id}`,
  completedAt: null,
  completedBy: null,
  ...change,
});

const DONE: Partial<Step> = {
  completedAt: '2026-03-01T10:00:00Z',
  completedBy: { __typename: 'StepMember', id: 'user-2', name: 'Orla Byrne' },
};

const playbook = (...steps: Step[]): IncidentPlaybookFragment => ({
  __typename: 'Playbook',
  kind: 'STEALER',
  reusesPassword: true,
  done: steps.filter(({ completedAt }) => completedAt !== null).length,
  total: steps.length,
  steps,
});

const severity = (score: number) => ({
  __typename: 'Severity' as const,
  score,
  level: 'CRITICAL' as const,
  factors: [
    { __typename: 'SeverityFactor' as const, name: 'stealer_log', points: 90 },
    { __typename: 'SeverityFactor' as const, name: 'completed_steps', points: score - 90 },
  ],
});

const incident = (shown: IncidentPlaybookFragment): NonNullable<IncidentQuery['incident']> => ({
  __typename: 'Incident',
  id: 'incident-1',
  kind: 'DEVICE',
  alertKind: null,
  state: 'OPEN',
  title: 'Malware on OFFICE-PC-1',
  summary: 'It stole a password.',
  severity: severity(80),
  leak: null,
  device: null,
  openDetections: 3,
  detections: 4,
  people: { __typename: 'IncidentPeople', total: 0, first: [] },
  sites: { __typename: 'IncidentSites', total: 0, first: [] },
  trend: [],
  playbook: shown,
  firstDetectedAt: '2026-02-28T12:00:00Z',
  lastDetectedAt: '2026-03-01T12:00:00Z',
  assignee: null,
  resolution: null,
  acceptedUntil: null,
  closedAt: null,
});

/** Opens the page of an incident with two steps, of which the first is completed. */
function openIncident(options: Parameters<typeof openAt>[1] = {}) {
  server.use(
    api.query('Incident', () =>
      dataResponse({ incident: incident(playbook(step('clean_device', DONE), step('change_passwords'))) }),
    ),
    api.query('IncidentDetections', () => dataResponse({ alerts: { __typename: 'AlertPage', results: [], total: 0 } })),
  );
  return openAt('/dashboard/incidents/incident-1', options);
}

const box = (id: string) => screen.findByRole('checkbox', { name: `Title of ${id}` });

describe('the playbook of an incident', () => {
  it('shows the steps, who completed them, and how they lower the severity', async () => {
    openIncident();
    expect(await box('clean_device')).toBeChecked();
    expect(await box('change_passwords')).not.toBeChecked();
    expect(screen.getByRole('heading', { level: 2, name: 'What to do' })).toBeVisible();
    expect(screen.getByText('1 of 2 done')).toBeVisible();
    expect(screen.getByText(/^Completed by/)).toHaveTextContent('Completed by Orla Byrne, Mar 1, 2026');
    expect(screen.getByText('Password reused').nextSibling).toHaveTextContent('Yes');
    expect(screen.getByText('Completed steps').nextSibling).toHaveTextContent('-10');
    expect(await axeViolations()).toEqual([]);
  });

  it('completes a step with the keyboard at once, and takes the severity of the answer', async () => {
    const gate = Promise.withResolvers<void>();
    const inputs: unknown[] = [];
    const { user } = openIncident();
    server.use(
      api.mutation('CompleteStep', async ({ variables }) => {
        inputs.push(variables['input']);
        await gate.promise;
        const { id, __typename } = incident(playbook());
        const changed = playbook(step('clean_device', DONE), step('change_passwords', DONE));
        return dataResponse({
          completeStep: {
            __typename: 'UpdateStepSuccess',
            incident: { __typename, id, severity: severity(70), playbook: changed },
          },
        });
      }),
    );
    (await box('change_passwords')).focus();
    await user.keyboard(' ');
    expect(await box('change_passwords')).toBeChecked();
    expect(screen.getByText('2 of 2 done')).toBeVisible();
    expect(screen.getAllByText(/^Completed by/)[1]).toHaveTextContent(/Completed by Ada Example/);
    gate.resolve();
    await waitFor(() => expect(screen.getByText('Completed steps').nextSibling).toHaveTextContent('-20'));
    expect(inputs).toEqual([{ incidentId: 'incident-1', stepId: 'change_passwords' }]);
  });

  it.each([
    [
      'refuses',
      () => dataResponse({ reopenStep: { __typename: 'RefusedProblem', message: 'Not now.', code: 'REFUSED' } }),
    ],
    ['fails', () => errorResponse('Not now.', 'UNAVAILABLE')],
  ])('shows a step as before if the server %s', async (_, answer) => {
    const { user } = openIncident();
    server.use(api.mutation('ReopenStep', answer));
    await user.click(await box('clean_device'));
    expect((await screen.findAllByText('Not now.')).length).toBeGreaterThan(0);
    await waitFor(async () => expect(await box('clean_device')).toBeChecked());
    expect(screen.getByText('1 of 2 done')).toBeVisible();
  });

  it('is read-only for viewers', async () => {
    const { viewer: signedIn } = viewer();
    openIncident({
      signedIn: { viewer: signedIn && { ...signedIn, user: { ...signedIn.user, permissions: ['READ'] } } },
    });
    const item = (await screen.findByText('Title of clean_device')).closest('li') ?? document.body;
    await waitFor(() => expect(within(item).queryByRole('checkbox')).not.toBeInTheDocument());
    expect(within(item).getByText('Completed:')).toBeInTheDocument();
  });
});
