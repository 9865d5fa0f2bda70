import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { contentClient } from './client';
import { contentStatus } from './preview';

/**
 * The hook of one query to the content service. Language and publication status are added here, so that no page can forget
 * them; a change of language asks anew (specification §7).
 */
export const createQueryHook =
  <TData, TVariables extends OperationVariables>(document: TypedDocumentNode<TData, TVariables>) =>
  (): useQuery.Result<TData, TVariables, 'empty' | 'complete' | 'streaming'> => {
    const { i18n } = useTranslation();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every content query takes these two and nothing else.
    const variables = { status: contentStatus(), locale: i18n.language } as unknown as TVariables;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as in lib/graphql/hooks.ts.
    return useQuery<TData, TVariables>(document, {
      client: contentClient,
      variables,
      fetchPolicy: 'network-only',
    } as unknown as useQuery.Options<TData, TVariables>);
  };
