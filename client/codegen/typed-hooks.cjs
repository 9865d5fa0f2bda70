// @ts-check
/**
 * A codegen plugin: one named hook per operation, typed by its document alone.
 *
 * `@graphql-codegen/typescript-react-apollo` emits imports that Apollo Client 4 no longer has, so the hooks are made here:
 * `query AlertList` becomes `useAlertListQuery`. The factories that give them their types are in `src/lib/graphql/hooks.ts`.
 */
const { Kind } = require('graphql');

/** @type {Record<import('graphql').OperationTypeNode, string>} */
const FACTORY = {
  query: 'createQueryHook',
  mutation: 'createMutationHook',
  subscription: 'createSubscriptionHook',
};

/** @param {string} text */
const pascal = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @type {import('@graphql-codegen/plugin-helpers').PluginFunction<object>} */
exports.plugin = (_schema, documents) => {
  const operations = documents
    .flatMap((file) => file.document?.definitions ?? [])
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const factories = [...new Set(operations.map(({ operation }) => FACTORY[operation]))].toSorted();
  const hooks = operations.map(({ name, operation }) => {
    if (!name) throw new Error('Every operation needs a name: its hook is called after it.');
    const operationName = pascal(name.value);
    return `export const use${operationName}${pascal(operation)} = ${FACTORY[operation]}(${operationName}Document);`;
  });
  return {
    prepend: factories.length > 0 ? [`import { ${factories.join(', ')} } from '@/lib/graphql/hooks';`] : [],
    content: hooks.join('\n'),
  };
};
