// @ts-check
/** A codegen plugin: the names of all operations of one schema, by which the client routes them to their service. */
const { Kind } = require('graphql');

/** @type {import('@graphql-codegen/plugin-helpers').PluginFunction<object>} */
exports.plugin = (_schema, documents) => {
  const names = documents
    .flatMap((file) => file.document?.definitions ?? [])
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .map(({ name }) => `'${name?.value}'`);
  return `export const operationNames: ReadonlySet<string> = new Set([${names.toSorted().join(', ')}]);\n`;
};
