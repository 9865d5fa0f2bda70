import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLSchema, isIntrospectionType, isSpecifiedScalarType } from 'graphql';
import { operationNames } from './content-operations.generated';

// One client and one cache serve both services: neither may take the other's names.

const schema = (file: string): GraphQLSchema => buildSchema(readFileSync(file, 'utf8'));
const product = schema('../schema.graphql');
const content = schema('../server/content/schema.graphql');

/** Names of the types of a schema, without Query and those of GraphQL itself. */
const ownTypes = (of: GraphQLSchema): string[] =>
  Object.values(of.getTypeMap())
    .filter((type) => !isSpecifiedScalarType(type) && !isIntrospectionType(type) && type.name !== 'Query')
    .map(({ name }) => name);

it('the schemas share no type and no root field', () => {
  const productTypes = new Set(ownTypes(product));
  expect(ownTypes(content).filter((name) => productTypes.has(name))).toEqual([]);
  const productFields = product.getQueryType()?.getFields() ?? {};
  expect(Object.keys(content.getQueryType()?.getFields() ?? {}).filter((name) => name in productFields)).toEqual([]);
});

it('no operation of the product is named like one of the content service', () => {
  const documents = import.meta.glob<string>(['/src/**/*.graphql', '!/src/lib/content/*', '!/src/app/graphiql/**'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const names = Object.values(documents).flatMap((text) =>
    [...text.matchAll(/^(?:query|mutation|subscription) (\w+)/gm)].map(([, name = '']) => name),
  );
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => operationNames.has(name))).toEqual([]);
});
