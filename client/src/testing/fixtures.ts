import type { GlobalSearchQuery } from '@/features/commands/global-search.generated';
import { HttpResponse } from 'msw';
import type { GraphQLQuery, GraphQLResponseBody } from 'msw/graphql';
import type {
  AssigneesQuery,
  DetectionHistoryQuery,
  DetectionListQuery,
  DetectionQuery,
} from '@/features/detections/detections.generated';
import type { NotificationsQuery } from '@/features/notifications/notifications.generated';
import type { ExposureQuery, OverviewQuery, OwnLeaksQuery } from '@/features/overview/overview.generated';
import type { LoginMutation } from '@/features/session/login.generated';
import type { ViewerQuery } from '@/lib/session/session.generated';
import type { SiteSettingsQuery } from '@/lib/site-settings/site-settings.generated';
import { account, tokens } from './session';

/** Complete server responses; tests override the relevant parts. */

type Answer = HttpResponse<GraphQLResponseBody<GraphQLQuery>>;

export const dataResponse = (data: GraphQLQuery): Answer => HttpResponse.json({ data });

export const errorResponse = (message: string, code: string): Answer =>
  HttpResponse.json({ errors: [{ message, extensions: { code } }] });

/** Notifications of the user `user-1`. */
export const notifications = (results: NotificationsQuery['notifications']['results'] = []): NotificationsQuery => ({
  viewer: { __typename: 'Account', id: 'account-1', user: { __typename: 'User', id: 'user-1' } },
  notifications: { __typename: 'Notifications', cursor: 'notifications-1', results },
});

export const siteSettings = (change: Partial<SiteSettingsQuery['siteSettings']> = {}): SiteSettingsQuery => ({
  siteSettings: {
    __typename: 'SiteSettings',
    signupEnabled: false,
    loginEnabled: true,
    individualSignupEnabled: false,
    organizationSignupEnabled: false,
    partnerSignupEnabled: false,
    turnkeyEnabled: false,
    turnkeySiteKey: '',
    language: 'en',
    contactEmail: 'contact@breachlight.example',
    analyticsMeasurementId: '',
    isDemonstration: false,
    passwordRangesEnabled: false,
    leakPagesEnabled: false,
    addressCheckEnabled: false,
    optOutsEnabled: false,
    ...change,
  },
});

/** GraphQL form of the account in `testing/session.ts`. */
export const bulkDisclosure = (isBulkDisclosureEnabled: boolean) => ({
  viewer: { __typename: 'Account' as const, id: 'account-1', isBulkDisclosureEnabled },
});

export const viewer = (): ViewerQuery => ({
  viewer: {
    __typename: 'Account',
    id: 'account-1',
    kind: 'ORGANIZATION',
    org: { __typename: 'Organization', companyName: 'Acme' },
    user: {
      __typename: 'User',
      id: 'user-1',
      firstName: 'Ada',
      lastName: 'Example',
      email: account().user.email,
      membershipRole: account().user.membership_role,
      permissions: account().user.permissions,
      isEmailVerified: true,
      isOperator: false,
      language: null,
      imageUrl: null,
      mfaSettings: {
        __typename: 'MfaSettings',
        isMfaDeviceEnabled: false,
        isMfaEmailEnabled: false,
        isMfaRequired: false,
      },
      notificationSettings: {
        __typename: 'NotificationSettings',
        isEmailNotificationsEnabled: true,
        isBreachAlertEnabled: true,
        isMentionEmailEnabled: true,
        isAutoCloseDuplicateBreachRecordsEnabled: false,
        isMonthlyReportEnabled: false,
        alertMailFrequency: 'INSTANT',
      },
      primaryAddress: {
        __typename: 'Address',
        addressLine1: '1 Example Street',
        addressLine2: '',
        city: 'Exampleton',
        state: '',
        postalCode: '10001',
        country: 'GB',
        phone: '+4412345678901',
        fax: '',
      },
    },
    domains: [],
  },
});

export function loginSuccess(): LoginMutation {
  const fresh = tokens({ now: Date.now() });
  const { viewer: signedIn } = viewer();
  if (!signedIn) throw new Error('The fixture has an account.');
  return {
    login: {
      __typename: 'LoginSuccess',
      message: 'Login successful',
      tokens: {
        __typename: 'Tokens',
        authToken: fresh.auth_token,
        refreshToken: fresh.refresh_token,
        accessExpiresUtc: fresh.access_expires_utc,
        refreshExpiresUtc: fresh.refresh_expires_utc,
      },
      account: signedIn,
    },
  };
}

type Row = DetectionListQuery['alerts']['results'][number];
type Context = NonNullable<DetectionQuery['alertContext']>;

/** Workforce detection, distinguished by `number`. */
export const detectionRow = (number: number, change: Partial<Row> = {}): Row => ({
  __typename: 'Alert',
  id: `detection-${number}`,
  datetime: '2026-03-01T12:00:00Z',
  isRead: true,
  isClosed: false,
  isAlias: false,
  retractedAt: null,
  erasedAt: null,
  domain: null,
  user: { __typename: 'AlertUser', id: `watched-${number}`, email: `user${number}@acme.example`, isLive: null },
  assignee: null,
  severity: { __typename: 'Severity', score: 70, level: 'HIGH' },
  leak: { __typename: 'AlertLeak', name: 'invented', title: 'Invented leak' },
  breachRecord: {
    __typename: 'BreachRecord',
    url: `https://shop${number}.example/login`,
    host: `shop${number}.example`,
    app: null,
    usernames: [`user${number}@acme.example`],
  },
  ...change,
});

export const detectionList = (
  results: Row[],
  change: Partial<DetectionListQuery['alerts']> = {},
): DetectionListQuery => ({
  alerts: {
    __typename: 'AlertPage',
    results,
    total: results.length,
    totalIsExact: true,
    cursor: 'cursor-1',
    asOf: 'anchor-1',
    ...change,
  },
});

export const detection = (row: Row, context: Partial<Context> = {}): DetectionQuery => ({
  alertContext: {
    __typename: 'AlertContext',
    summary: 'Invented stealer took the login from DESKTOP-INVENTED.',
    deviceLogins: { __typename: 'RelatedAlerts', total: 0, results: [] },
    samePassword: { __typename: 'RelatedAlerts', total: 0, results: [] },
    ...context,
  },
  alert: {
    ...row,
    previousAlertId: null,
    incident: { __typename: 'AlertIncident', id: 'incident-1', kind: 'DEVICE' },
    severity: {
      ...row.severity,
      factors: [
        { __typename: 'SeverityFactor', name: 'stealer_log', points: 35 },
        { __typename: 'SeverityFactor', name: 'plain_text', points: 25 },
        { __typename: 'SeverityFactor', name: 'login', points: 10 },
      ],
    },
    leak: { ...row.leak, domain: null, breachDate: '2026-02-01' },
    breachRecord: {
      ...row.breachRecord,
      passwords: ['••••••••'],
      passwordType: 'plain',
      firstSeen: '2026-02-01T00:00:00Z',
      lastSeen: '2026-02-20T00:00:00Z',
      sightings: 2,
      machine: {
        __typename: 'Machine',
        family: 'Invented stealer',
        computer: 'DESKTOP-INVENTED',
        userName: null,
        ip: '192.0.2.7',
        country: 'GB',
        operatingSystem: 'Windows 11',
        infectedAt: '2026-02-01T00:00:00Z',
        software: null,
      },
    },
  },
});

const timelineItem = (day: string, userEvents: number, domainEvents: number) => ({
  __typename: 'TimelineItem' as const,
  day,
  totalEvents: userEvents + domainEvents,
  userEvents,
  domainEvents,
});

const globalStatistic = (rowName: string, count: number) => ({
  __typename: 'GlobalStatistic' as const,
  rowName,
  count,
});

/** Statistics of an account with detections on two days, or none. */
export function overview({ isEmpty = false }: { isEmpty?: boolean } = {}): OverviewQuery {
  const block = (total: number, unread: number, days: number) => ({
    __typename: 'StatsBlock' as const,
    total: isEmpty ? 0 : total,
    unread: isEmpty ? 0 : unread,
    last60Days: isEmpty ? 0 : days,
    last90Days: isEmpty ? 0 : days,
    last365Days: isEmpty ? 0 : days,
  });
  return {
    stats: {
      __typename: 'Stats',
      detections: { __typename: 'DetectionStats', total: isEmpty ? 0 : 7, new: isEmpty ? 0 : 5 },
      notificationSummary: {
        __typename: 'NotificationSummary',
        userNotifications: block(1_234_500, 5, 1000),
        domainNotifications: block(60, 7, 500),
      },
      global: [
        globalStatistic('records', 8200),
        globalStatistic('average_leaks_per_email', 4.67),
        globalStatistic('average_leaks_per_domain', 2),
      ],
      timeline: isEmpty
        ? []
        : [timelineItem('2026-02-26', 4, 0), timelineItem('2026-02-27', 0, 0), timelineItem('2026-02-28', 1, 2)],
      domainCounts: isEmpty ? [] : [{ __typename: 'DomainCount', domain: 'acme.example', total: 2, unread: 1 }],
      cursor: 'cursor-1',
    },
  };
}

const severities = (critical = 0, high = 0, medium = 0, low = 0, info = 0) => ({
  __typename: 'SeverityCounts' as const,
  critical,
  high,
  medium,
  low,
  info,
});

/** Exposure of the account of `overview`, with one open incident, or of an account without detections. */
export function exposure({ isEmpty = false }: { isEmpty?: boolean } = {}) {
  return {
    accountExposure: {
      __typename: 'AccountExposure',
      openBySeverity: isEmpty ? severities() : severities(2, 5, 3, 1),
      severityTimeline: isEmpty
        ? []
        : [
            { __typename: 'SeverityDay', day: '2026-02-26', counts: severities(1, 0, 3) },
            { __typename: 'SeverityDay', day: '2026-02-27', counts: severities() },
            { __typename: 'SeverityDay', day: '2026-02-28', counts: severities(0, 2, 0, 1) },
          ],
      medianSecondsToClose: isEmpty ? null : 216_000,
      exposedPeople: isEmpty ? 0 : 9,
      reusedPasswords: isEmpty ? 0 : 6,
      reusedPasswordsAreExact: true,
      mostExposed: isEmpty
        ? []
        : [
            {
              __typename: 'ExposedPerson',
              id: 'person-1',
              email: 'carlos@acme.example',
              openDetections: 6,
              lastSeen: '2026-02-28T10:00:00Z',
            },
          ],
      leakCount: isEmpty ? 0 : 1,
      latestLeaks: isEmpty
        ? []
        : [
            {
              __typename: 'LeakShare',
              name: 'invented-leak',
              title: 'Invented leak',
              kind: 'COMBOLIST',
              addedDate: '2026-02-27T09:00:00Z',
              records: 8200,
              detections: 11,
              openDetections: 7,
              isExact: true,
            },
          ],
      ingestedLeaks: isEmpty
        ? []
        : [{ __typename: 'IngestedLeak', day: '2026-02-27', name: 'invented-leak', title: 'Invented leak' }],
      leakYears: isEmpty ? [] : [{ __typename: 'LeakYear', year: 2019, leaks: 1 }],
    },
    incidents: {
      __typename: 'IncidentPage',
      total: isEmpty ? 0 : 4,
      results: isEmpty
        ? []
        : [
            {
              __typename: 'Incident',
              id: 'incident-1',
              title: 'Vidar on OFFICE-PC-4',
              summary: 'Vidar malware on OFFICE-PC-4 stole 6 logins.',
              severity: { __typename: 'Severity', score: 95, level: 'CRITICAL' },
            },
          ],
    },
    domains: { __typename: 'DomainPage', results: [] },
    members: [
      { __typename: 'Member', id: 'user-1' },
      { __typename: 'Member', id: 'user-2' },
    ],
  } satisfies ExposureQuery;
}

const ownDetection = (
  id: string,
  level: 'CRITICAL' | 'MEDIUM' | 'LOW',
  { host, app, passwordType }: { host: string | null; app: string | null; passwordType: string },
): OwnLeaksQuery['alerts']['results'][number] => ({
  __typename: 'Alert',
  id,
  severity: { __typename: 'Severity', score: 50, level },
  leak: { __typename: 'AlertLeak', name: 'invented-leak', title: 'Invented leak' },
  breachRecord: { __typename: 'BreachRecord', url: null, host, app, passwordType, machine: null },
});

/** Open detections of an individual at a site and an app, with one other address. */
export function ownLeaks({ isEmpty = false }: { isEmpty?: boolean } = {}): OwnLeaksQuery {
  const results = isEmpty
    ? []
    : [
        ownDetection('own-1', 'CRITICAL', { host: 'shop.example', app: null, passwordType: 'plain' }),
        ownDetection('own-2', 'MEDIUM', { host: 'shop.example', app: null, passwordType: 'bcrypt' }),
        ownDetection('own-3', 'LOW', { host: null, app: 'com.example.app', passwordType: 'none' }),
      ];
  return {
    alerts: { __typename: 'AlertPage', total: results.length, results },
    monitoredEmails: [{ __typename: 'MonitoredEmail', id: 'email-2', email: 'jane@post.example', isVerified: false }],
    leaks: { __typename: 'LeakPage', total: 12 },
  };
}

/** Members of the account: the current user and a colleague. */
export const assignees = (): AssigneesQuery => ({
  members: [
    { __typename: 'Member', id: 'user-2', firstName: 'Grace', lastName: 'Example', email: 'grace@acme.example' },
    { __typename: 'Member', id: 'user-1', firstName: 'Ada', lastName: 'Example', email: account().user.email },
  ],
});

type Event = NonNullable<DetectionHistoryQuery['alertHistory']>['events'][number];

export const historyEvent = (change: Partial<Event> = {}): Event => ({
  __typename: 'AlertEvent',
  kind: 'RAISED',
  at: '2026-03-01T12:00:00Z',
  by: null,
  leak: 'Invented leak',
  leakName: 'invented-leak',
  seenAt: '2026-02-20T00:00:00Z',
  assignee: null,
  undone: null,
  note: null,
  ...change,
});

export const history = (...events: Event[]): DetectionHistoryQuery => ({
  alertHistory: { __typename: 'AlertHistory', hasMore: false, events: [...events, historyEvent()] },
});

/** Results of a global search. */
export const globalSearch = (found: Partial<GlobalSearchQuery['globalSearch']> = {}): GlobalSearchQuery => ({
  globalSearch: { __typename: 'GlobalSearch', people: [], devices: [], leaks: [], sites: [], ...found },
});
