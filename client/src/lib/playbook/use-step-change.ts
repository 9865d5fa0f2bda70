import { useSession } from '@/lib/session/store';
import { toUserMessage } from '@/lib/graphql/errors';
import {
  type ChangedIncidentFragment,
  type IncidentPlaybookFragment,
  useCompleteStepMutation,
  useReopenStepMutation,
} from './playbook.generated';

export type Step = IncidentPlaybookFragment['steps'][number];
export type ChangedIncident = Omit<ChangedIncidentFragment, 'playbook'> & { playbook: IncidentPlaybookFragment };

/** Completes a step of an incident, or reopens it; it shows at once, and goes back with `onRefused` if the server refuses. */
export function useStepChange(
  { __typename, id, severity, playbook }: ChangedIncident,
  onRefused: (message: string) => void,
): (step: Step) => void {
  const user = useSession().account?.user;
  const [complete] = useCompleteStepMutation();
  const [reopen] = useReopenStepMutation();
  const name = [user?.first_name, user?.last_name].filter(Boolean).join(' ') || (user?.email ?? null);

  function expected(step: Step, completed: Pick<Step, 'completedAt' | 'completedBy'>) {
    const steps = playbook.steps.map((each) => (each.id === step.id ? { ...each, ...completed } : each));
    const done = steps.filter(({ completedAt }) => completedAt !== null).length;
    const incident = { __typename, id, severity, playbook: { ...playbook, steps, done } };
    return { __typename: 'UpdateStepSuccess', incident } as const;
  }

  async function change(step: Step): Promise<void> {
    const variables = { input: { incidentId: id, stepId: step.id } };
    try {
      const { data } = step.completedAt
        ? await reopen({
            variables,
            optimisticResponse: { reopenStep: expected(step, { completedAt: null, completedBy: null }) },
          })
        : await complete({
            variables,
            optimisticResponse: {
              completeStep: expected(step, {
                completedAt: new Date().toISOString(),
                completedBy: { __typename: 'StepMember', id: '', name },
              }),
            },
          });
      const result = data && ('reopenStep' in data ? data.reopenStep : data.completeStep);
      if (result?.__typename !== 'UpdateStepSuccess') onRefused(toUserMessage(result));
    } catch (error) {
      onRefused(toUserMessage(error));
    }
  }

  return (step) => void change(step);
}
