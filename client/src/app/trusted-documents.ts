import { ApolloClient, ApolloLink, type DocumentNode } from '@apollo/client';
import { getMainDefinition, print } from '@apollo/client/utilities';
import { Kind, OperationTypeNode } from 'graphql';
import { of } from 'rxjs';
import { createCache } from '@/lib/graphql/cache';

interface SentDocument {
  name: string;
  type: OperationTypeNode;
  body: string;
}

/** All operations of the product's own schema; those of the content service go elsewhere. */
const modules = import.meta.glob<Record<string, unknown>>(['../**/*.generated.ts', '!../lib/content/**'], {
  eager: true,
});

/** Returns the operations as the client sends them; run by the build (build/trusted-documents.ts). */
export async function trustedDocuments(): Promise<SentDocument[]> {
  const sent: SentDocument[] = [];
  // The client changes documents before it sends them: it adds type names and removes directives of its own.
  const link = new ApolloLink(({ query, operationName = '', operationType }) => {
    sent.push({ name: operationName, type: operationType, body: print(query) });
    return of({ data: {} });
  });
  const client = new ApolloClient({ cache: createCache(), dataMasking: true, link });
  for (const document of Object.values(modules).flatMap(Object.values).filter(isOperation)) {
    // oxlint-disable-next-line no-await-in-loop -- in the order of the modules, so that a build is reproducible
    await send(client, document);
  }
  return sent;
}

function isOperation(value: unknown): value is DocumentNode {
  if (typeof value !== 'object' || value === null || !('kind' in value) || value.kind !== Kind.DOCUMENT) return false;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its kind says so
  return getMainDefinition(value as DocumentNode).kind === Kind.OPERATION_DEFINITION;
}

async function send(client: ApolloClient, document: DocumentNode): Promise<void> {
  const definition = getMainDefinition(document);
  const type = definition.kind === Kind.OPERATION_DEFINITION ? definition.operation : OperationTypeNode.QUERY;
  if (type === OperationTypeNode.SUBSCRIPTION) {
    client.subscribe({ query: document, fetchPolicy: 'no-cache' }).subscribe();
  } else if (type === OperationTypeNode.MUTATION) {
    await client.mutate({ mutation: document, fetchPolicy: 'no-cache' });
  } else {
    await client.query({ query: document, fetchPolicy: 'no-cache' });
  }
}
