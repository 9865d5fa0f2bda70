import { readFileSync } from 'node:fs';
import { buildSchema, parse, validate } from 'graphql';
import { EXAMPLES, SERVICES } from './examples';

const SCHEMAS = { product: '../schema.graphql', content: '../server/content/schema.graphql' };

describe.each(SERVICES)('the examples of %s', (service) => {
  const schema = buildSchema(readFileSync(SCHEMAS[service], 'utf8'));

  it.each(EXAMPLES[service].map((query) => [query.split('\n', 1)[0], query]))('%s', (comment, query) => {
    expect(comment).toMatch(/^# [A-Z].*\.$/);
    expect(validate(schema, parse(query))).toEqual([]);
  });
});
