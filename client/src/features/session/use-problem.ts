import { useState } from 'react';
import { toast } from '@/ui/feedback/toast';

interface Problem {
  /** Shown on the page until the next attempt; undefined without a problem. */
  problem: string | undefined;
  /** Show a problem on the page and, as specified, in a toast. */
  fail: (message: string) => void;
  clear: () => void;
}

/** Problem of a whole form. */
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
