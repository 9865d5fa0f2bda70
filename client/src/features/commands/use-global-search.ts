import { skipToken } from '@apollo/client/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Command } from '@/lib/commands/commands';
import { devicePath, sitePath } from '@/lib/entity-paths';
import { leakPath, personPath } from '@/lib/paths';
import { useSettled } from '@/lib/use-settled';
import { useGlobalSearchQuery } from './global-search.generated';

/** A single character is in nearly every name. */
const SHORTEST_TEXT = 2;
const LONGEST_TEXT = 200;

/** A person, device, leak or site; choosing it opens it. */
export interface SearchResult extends Command {
  kind: 'people' | 'devices' | 'leaks' | 'sites';
}

interface Found {
  results: SearchResult[];
  loading: boolean;
  failed: boolean;
}

/** Searches the account for people, devices, leaks and sites. */
export function useGlobalSearch(typed: string): Found {
  const { t } = useTranslation('commands');
  const navigate = useNavigate();
  const wanted = typed.trim().slice(0, LONGEST_TEXT);
  const text = useSettled(wanted);
  const { data, error } = useGlobalSearchQuery(
    text.length < SHORTEST_TEXT ? skipToken : { variables: { text }, fetchPolicy: 'network-only' },
  );
  // An answer to another text isn't shown.
  const isCurrent = text === wanted && text.length >= SHORTEST_TEXT;
  const found = isCurrent ? data?.globalSearch : undefined;
  const results = useMemo<SearchResult[]>(() => {
    if (!found) return [];
    const result = (kind: SearchResult['kind'], key: string, label: string, path: string) => ({
      kind,
      id: `${kind}-${encodeURIComponent(key)}`,
      label,
      group: t(`group.${kind}`),
      run: () => void navigate(path),
    });
    return [
      ...found.people.map(({ id, email }) => result('people', id, email, personPath(id))),
      ...found.devices.map(({ id, computer, userName }) =>
        result('devices', id, userName ? `${computer} (${userName})` : computer, devicePath(id)),
      ),
      ...found.leaks.map(({ name, title }) => result('leaks', name, title, leakPath(name))),
      ...found.sites.map(({ name, alertKind }) =>
        result('sites', name, name, sitePath(name, alertKind === 'PORTALS' ? 'portals' : 'workforce')),
      ),
    ];
  }, [found, navigate, t]);
  const failed = isCurrent && error !== undefined;
  return { results, loading: wanted.length >= SHORTEST_TEXT && !found && !failed, failed };
}
