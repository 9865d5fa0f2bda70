import type { Storage } from '@graphiql/toolkit';

/** Keys of the history, which stores the headers of each query as well. */
const HISTORY = ['graphiql:queries', 'graphiql:favorites'];

const withoutHeaders = (json: string): string =>
  JSON.stringify(JSON.parse(json), (name, value: unknown) => (name === 'headers' ? undefined : value));

/** Local storage for GraphiQL's tabs and history of one service; headers, which may contain an API key, aren't stored. */
export function createStorage(service: string): Storage {
  const prefix = `graphiql-${service}:`;
  const ownKey = (key: string) => key.replace(/^graphiql:/, prefix);
  const ownKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  return {
    getItem: (key) => localStorage.getItem(ownKey(key)),
    setItem: (key, value) => localStorage.setItem(ownKey(key), HISTORY.includes(key) ? withoutHeaders(value) : value),
    removeItem: (key) => localStorage.removeItem(ownKey(key)),
    clear: () => {
      for (const key of ownKeys()) localStorage.removeItem(key);
    },
    get length() {
      return ownKeys().length;
    },
  };
}
