import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { type SkipToken, useMutation, useQuery, useSubscription } from '@apollo/client/react';

/** Options are optional if no variable is required. */
// oxlint-disable-next-line typescript/no-empty-object-type -- tests for a type without required fields
type Arguments<TVariables, TOptions> = {} extends TVariables ? [options?: TOptions] : [options: TOptions];

/** Data is complete, because no query requests partial data. */
type CompleteStates = 'empty' | 'complete' | 'streaming';

/** Creates the hook of a query; called by the generated files. */
export const createQueryHook =
  <TData, TVariables extends OperationVariables>(document: TypedDocumentNode<TData, TVariables>) =>
  (
    ...[options]: Arguments<TVariables, useQuery.Options<TData, TVariables> | SkipToken>
  ): useQuery.Result<TData, TVariables, CompleteStates> =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Apollo's overloads accept each member of the union, not the union
    useQuery<TData, TVariables>(document, options as useQuery.Options<TData, TVariables>);

/** Creates the hook of a mutation. */
export const createMutationHook =
  <TData, TVariables extends OperationVariables>(document: TypedDocumentNode<TData, TVariables>) =>
  (options?: useMutation.Options<TData, TVariables>): useMutation.ResultTuple<TData, TVariables> =>
    useMutation<TData, TVariables>(document, options);

/** Creates the hook of a subscription. */
export const createSubscriptionHook =
  <TData, TVariables extends OperationVariables>(document: TypedDocumentNode<TData, TVariables>) =>
  (
    ...[options]: Arguments<TVariables, useSubscription.Options<TData, TVariables> | SkipToken>
  ): useSubscription.Result<TData> =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unnecessary-type-assertion -- see above; tsc needs it
    useSubscription<TData, TVariables>(document, options as useSubscription.Options<TData, TVariables>);
