import { useState } from 'react';
import { toast } from '@/ui/feedback/toast';

interface Problem {
  /** Stands on the page until the next attempt; undefined where all is well. */
  problem: string | undefined;
  /** Says it on the page and, as the specification asks, in a notice. */
  fail: (message: string) => void;
  clear: () => void;
}

/** What stands in the way of a form as a whole. */
export function useProblem(): Problem {
  const [problem, setProblem] = useState<string>();
  return {
    problem,
    fail(message) {
      setProblem(message);
      toast('error', message, { flow: 'account' });
    },
    clear: () => setProblem(undefined),
  };
}
