import type { SecurityEventsQuery, SecurityQuery } from '@/features/settings/security.generated';
import { viewer } from '@/testing/fixtures';

/** Two sessions, the first is the current one. */
export const security = (change: Partial<SecurityQuery> = {}): SecurityQuery => ({
  recoveryCodesLeft: 10,
  sessions: [
    {
      __typename: 'UserSession',
      id: 'here',
      isCurrent: true,
      isRemembered: false,
      device: 'Firefox on Linux',
      address: '192.0.2.1',
      createdAt: '2026-03-01T10:00:00Z',
      lastSeenAt: '2026-03-01T12:00:00Z',
    },
    {
      __typename: 'UserSession',
      id: 'there',
      isCurrent: false,
      isRemembered: true,
      device: 'Chrome on Android',
      address: '192.0.2.2',
      createdAt: '2026-02-01T10:00:00Z',
      lastSeenAt: '2026-02-20T12:00:00Z',
    },
  ],
  ...change,
});

/** One event per kind. */
export const events = (kinds: string[]): SecurityEventsQuery => ({
  securityEvents: {
    __typename: 'SecurityEventPage',
    total: kinds.length,
    asOf: 'anchor-1',
    results: kinds.map((kind, index) => ({
      __typename: 'SecurityEvent',
      id: `event-${index}`,
      kind,
      happenedAt: '2026-03-01T12:00:00Z',
      device: 'Firefox on Linux',
      address: '192.0.2.1',
      byApiKey: kind === 'alerts_exported' ? { __typename: 'EventApiKey', id: 'key-1', name: 'Ticket system' } : null,
    })),
  },
});

/** Return the account with these methods on. */
export function accountWith({ device = false, email = false }) {
  const { viewer: account } = viewer();
  if (!account) throw new Error('The fixture has an account.');
  return {
    ...account,
    user: {
      ...account.user,
      mfaSettings: {
        __typename: 'MfaSettings',
        isMfaDeviceEnabled: device,
        isMfaEmailEnabled: email,
        isMfaRequired: false,
      } as const,
    },
  };
}
