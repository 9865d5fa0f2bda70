import type { MembershipRole } from '@/lib/graphql/schema-types.generated';

/** The roles, the one that may most first. */
export const ROLES: readonly MembershipRole[] = ['OWNER', 'ANALYST', 'VIEWER'];

/** The role that a select field holds. */
export const roleOf = (value: string): MembershipRole => ROLES.find((role) => role === value) ?? 'VIEWER';
