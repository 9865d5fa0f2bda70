import type { GraphQLCodegenDataMasking } from '@apollo/client/masking';

declare module '@apollo/client' {
  // oxlint-disable-next-line typescript/no-empty-interface -- Apollo Client reads the masking types from this interface
  interface TypeOverrides extends GraphQLCodegenDataMasking.TypeOverrides {}
}
