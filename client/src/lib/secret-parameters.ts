import { useLayoutEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

type Secrets<Name extends string> = Readonly<Record<Name, string | null>>;

const read = <Name extends string>(names: readonly Name[], parameters: URLSearchParams): Secrets<Name> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every name has just been read
  Object.fromEntries(names.map((name) => [name, parameters.get(name)])) as Secrets<Name>;

/**
 * Parameters of an emailed link. Removes them from the URL immediately, so that they do not stay in history, bookmarks or
 * screenshots; they are lost on reload. Pass the same names on every call.
 */
export function useSecretParameters<const Name extends string>(...names: readonly Name[]): Secrets<Name> {
  const [parameters, setParameters] = useSearchParams();
  const [kept, setKept] = useState(() => read(names, parameters));
  const found = names.some((name) => parameters.has(name));

  // Must run before the page redirects because of missing parameters.
  useLayoutEffect(() => {
    if (!found) return;
    setKept(read(names, parameters));
    const rest = new URLSearchParams(parameters);
    for (const name of names) rest.delete(name);
    setParameters(rest, { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- same names in a new array on every call
  }, [found, parameters, setParameters]);

  return found ? read(names, parameters) : kept;
}
