import type { MembershipRole } from '@/lib/graphql/schema-types.generated';

/** Roles, most permissions first. */
export const ROLES: readonly MembershipRole[] = ['OWNER', 'ANALYST', 'VIEWER'];

/** Return the role of a select field's value. */
export const roleOf = (value: string): MembershipRole => ROLES.find((role) => role === value) ?? 'VIEWER';
