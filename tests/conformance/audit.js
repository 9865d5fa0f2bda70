// Runs the audits of graphql-http against a server and prints every outcome as JSON.
import { auditServer } from 'graphql-http';

const results = await auditServer({ url: process.argv[2] });
console.log(JSON.stringify(results.map(({ id, name, status, reason }) => ({ id, name, status, reason }))));
