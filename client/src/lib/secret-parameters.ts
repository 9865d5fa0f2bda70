import { useLayoutEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

type Secrets<Name extends string> = Readonly<Record<Name, string | null>>;

const read = <Name extends string>(names: readonly Name[], parameters: URLSearchParams): Secrets<Name> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every name has just been read.
  Object.fromEntries(names.map((name) => [name, parameters.get(name)])) as Secrets<Name>;

/**
 * What a mailed link carries. The values are taken out of the address at once, so that they stay in no history, bookmark or
 * picture of the screen; a page that is loaded anew has lost them. Give the same names at every call.
 */
export function useSecretParameters<const Name extends string>(...names: readonly Name[]): Secrets<Name> {
  const [parameters, setParameters] = useSearchParams();
  const [kept, setKept] = useState(() => read(names, parameters));
  const found = names.some((name) => parameters.has(name));

  // Before a page that finds them wanting leads elsewhere, in an effect of its own.
  useLayoutEffect(() => {
    if (!found) return;
    setKept(read(names, parameters));
    const rest = new URLSearchParams(parameters);
    for (const name of names) rest.delete(name);
    setParameters(rest, { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- the names are the same at every call, in a new array.
  }, [found, parameters, setParameters]);

  return found ? read(names, parameters) : kept;
}
