// Runs the audits of graphql-http against a server and prints every outcome as JSON. With a second argument, that document is
// sent where an audit asks for a type by a variable.
import { auditServer } from 'graphql-http';

const [, , url, document] = process.argv;
const INTROSPECTING = 'query Type($name: String!) { __type(name: $name) { name } }';

const replaced = (text) => text.replaceAll(INTROSPECTING, document);
const fetchFn = (address, init) => {
  const target = new URL(address);
  const query = target.searchParams.get('query');
  if (query !== null) target.searchParams.set('query', replaced(query));
  return fetch(target, { ...init, ...(init?.body && { body: replaced(init.body) }) });
};

const results = await auditServer({ url, ...(document && { fetchFn }) });
console.log(JSON.stringify(results.map(({ id, name, status, reason }) => ({ id, name, status, reason }))));
