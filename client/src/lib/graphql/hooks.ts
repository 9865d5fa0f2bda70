import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { type SkipToken, useMutation, useQuery, useSubscription } from '@apollo/client/react';

/** Options may be left out exactly when no variable is required. */
// oxlint-disable-next-line typescript/no-empty-object-type -- the type that has no required field is exactly what is asked for.
type Arguments<TVariables, TOptions> = {} extends TVariables ? [options?: TOptions] : [options: TOptions];

/** No query asks for partial data, so what has come is whole. */
type CompleteStates = 'empty' | 'complete' | 'streaming';

/** The hook of one query; the generated files call this once per operation. */
export const createQueryHook =
  <TData, TVariables extends OperationVariables>(document: TypedDocumentNode<TData, TVariables>) =>
  (
    ...[options]: Arguments<TVariables, useQuery.Options<TData, TVariables> | SkipToken>
  ): useQuery.Result<TData, TVariables, CompleteStates> =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Apollo's overloads take each part of the union, not the union.
    useQuery<TData, TVariables>(document, options as useQuery.Options<TData, TVariables>);

/** The hook of one mutation. */
export const createMutationHook =
  <TData, TVariables extends OperationVariables>(document: TypedDocumentNode<TData, TVariables>) =>
  (options?: useMutation.Options<TData, TVariables>): useMutation.ResultTuple<TData, TVariables> =>
    useMutation<TData, TVariables>(document, options);

/** The hook of one subscription. */
export const createSubscriptionHook =
  <TData, TVariables extends OperationVariables>(document: TypedDocumentNode<TData, TVariables>) =>
  (
    ...[options]: Arguments<TVariables, useSubscription.Options<TData, TVariables> | SkipToken>
  ): useSubscription.Result<TData> =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unnecessary-type-assertion -- as above; tsc needs it.
    useSubscription<TData, TVariables>(document, options as useSubscription.Options<TData, TVariables>);
