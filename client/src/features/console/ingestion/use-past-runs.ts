import { useCursorPages } from '../use-cursor-pages';
import { useConsolePastRunsQuery } from './ingestion.generated';

const PAGE_SIZE = 25;

/** A page of runs that have ended. */
export function usePastRuns() {
  const position = useCursorPages('', PAGE_SIZE);
  const asked = useConsolePastRunsQuery({
    variables: { first: PAGE_SIZE, ...(position.after !== undefined && { after: position.after }) },
    fetchPolicy: 'cache-and-network',
  });
  const page = (asked.data ?? (asked.loading ? asked.previousData : undefined))?.console.ingestRuns;
  return { asked, page, position };
}
