import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import type * as IngestionPages from '@/features/console/ingestion/pages';
import type * as ConsoleLeakPages from '@/features/console/leak-pages';
import type * as ConsolePages from '@/features/console/pages';
import type * as ProfilePages from '@/features/profiles/pages';
import { loadTexts, type Namespace } from '@/i18n';
import { paths } from '@/lib/paths';
import { CrashPage, CrashPanel } from './crash';
import { LoadingScreen } from './loading-screen';
import { OrganizationGuard } from './organization-guard';
import { PublicLayout } from './public/public-layout';
import { RootLayout } from './root-layout';

/** Lazy page with its texts. */
const page =
  (load: () => Promise<ComponentType>, ...namespaces: Namespace[]) =>
  async () => {
    const [Component] = await Promise.all([load(), loadTexts(...namespaces)]);
    return { Component };
  };

/** Route of a person, a device or a leak, or of their lists, all in one chunk. */
const profile = (path: string, name: keyof typeof ProfilePages): RouteObject => ({
  path,
  lazy: page(async () => (await import('@/features/profiles/pages'))[name], 'profiles', 'detections'),
});

/** Page of operators. Those of leaks, ingestion, health and settings have chunks of their own. */
const consolePage = (name: keyof typeof ConsolePages) =>
  page(async () => (await import('@/features/console/pages'))[name], 'console');
const consoleHealthPage = page(async () => (await import('@/features/console/health-page')).HealthPage, 'console');
const consoleSettingsPage = page(
  async () => (await import('@/features/console/settings/settings-page')).SettingsPage,
  'configuration',
);
const consoleLeakPage = (name: keyof typeof ConsoleLeakPages, ...namespaces: Namespace[]) =>
  page(async () => (await import('@/features/console/leak-pages'))[name], 'console', ...namespaces);
const ingestionPage = (name: keyof typeof IngestionPages) =>
  page(async () => (await import('@/features/console/ingestion/pages'))[name], 'ingestion');

/** All routes. All but the smallest pages are lazy. */
export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <CrashPage />,
    hydrateFallbackElement: <LoadingScreen />,
    children: [
      {
        element: <PublicLayout />,
        children: [
          {
            path: paths.home,
            lazy: page(async () => (await import('@/features/home/home-page')).HomePage, 'home'),
          },
          {
            path: paths.becomeAPartner,
            lazy: page(async () => (await import('@/features/registration/partner-page')).PartnerPage, 'registration'),
          },
          {
            path: paths.termsOfUse,
            lazy: page(async () => (await import('@/features/legal/pages')).TermsOfUsePage, 'legal'),
          },
          {
            path: paths.privacy,
            lazy: page(async () => (await import('@/features/legal/pages')).PrivacyPage, 'legal'),
          },
          {
            path: paths.invalidToken,
            lazy: page(
              async () => (await import('@/features/registration/invalid-token-page')).InvalidTokenPage,
              'registration',
            ),
          },
          { path: '*', lazy: page(async () => (await import('./not-found-page')).NotFound) },
        ],
      },
      {
        lazy: page(async () => (await import('./layout/authentication-layout')).AuthenticationLayout),
        children: [
          {
            path: paths.login,
            lazy: page(async () => (await import('@/features/session/login-page')).LoginPage, 'session'),
          },
          {
            path: paths.signUpIndividual,
            lazy: page(async () => (await import('@/features/registration/sign-up-page')).SignUpPage, 'registration'),
          },
          {
            path: paths.signUpCompany,
            lazy: page(async () => (await import('@/features/registration/sign-up-page')).SignUpPage, 'registration'),
          },
          {
            path: paths.emailValidateIndividual,
            lazy: page(
              async () => (await import('@/features/registration/email-validate-page')).EmailValidatePage,
              'registration',
            ),
          },
          {
            path: paths.emailValidateCompany,
            lazy: page(
              async () => (await import('@/features/registration/email-validate-page')).EmailValidatePage,
              'registration',
            ),
          },
          {
            path: paths.domainValidate,
            lazy: page(
              async () => (await import('@/features/registration/domain-validate-page')).DomainValidatePage,
              'registration',
            ),
          },
          {
            path: paths.domainValidated,
            lazy: page(
              async () => (await import('@/features/registration/domain-validated-page')).DomainValidatedPage,
              'registration',
            ),
          },
          {
            path: paths.accountSetup,
            lazy: page(
              async () => (await import('@/features/registration/account-setup-page')).AccountSetupPage,
              'registration',
            ),
          },
          {
            path: paths.emailVerification,
            lazy: page(
              async () => (await import('@/features/registration/email-verification-page')).EmailVerificationPage,
              'registration',
            ),
          },
          {
            path: paths.unsubscribe,
            lazy: page(
              async () => (await import('@/features/settings/notification-unsubscribe-page')).UnsubscribePage,
              'settings',
            ),
          },
          {
            path: paths.magicLink,
            lazy: page(async () => (await import('@/features/session/magic-link-page')).MagicLinkPage, 'session'),
          },
          {
            path: paths.invitation,
            lazy: page(async () => (await import('@/features/members/invitation-page')).InvitationPage, 'members'),
          },
          {
            path: paths.mfaSetup,
            lazy: page(
              async () => (await import('@/features/settings/mfa-setup-page')).MfaSetupPage,
              'settings',
              'session',
            ),
          },
          {
            path: paths.confirmMonitoredEmail,
            lazy: page(
              async () => (await import('@/features/emails/confirm-monitored-page')).ConfirmMonitoredPage,
              'emails',
            ),
          },
          {
            path: paths.passwordCheck,
            lazy: page(
              async () => (await import('@/features/password-check/password-check-page')).PasswordCheckPage,
              'lookups',
            ),
          },
          {
            path: paths.addressCheck,
            lazy: page(
              async () => (await import('@/features/addresses/address-check-page')).AddressCheckPage,
              'lookups',
            ),
          },
          {
            path: paths.optOut,
            lazy: page(async () => (await import('@/features/addresses/opt-out-page')).OptOutPage, 'lookups'),
          },
          {
            path: paths.optOutConfirm,
            lazy: page(
              async () => (await import('@/features/addresses/opt-out-confirm-page')).OptOutConfirmPage,
              'lookups',
            ),
          },
          {
            path: paths.resetPassword,
            lazy: page(async () => (await import('@/features/session/request-reset-page')).RequestResetPage, 'session'),
          },
          {
            path: paths.resetCheckEmail,
            lazy: page(async () => (await import('@/features/session/reset-result-pages')).CheckEmailPage, 'session'),
          },
          {
            path: paths.resetConfirm,
            lazy: page(async () => (await import('@/features/session/confirm-reset-page')).ConfirmResetPage, 'session'),
          },
          {
            path: paths.resetSuccess,
            lazy: page(async () => (await import('@/features/session/reset-result-pages')).ResetSuccessPage, 'session'),
          },
          {
            path: paths.resetFailure,
            lazy: page(async () => (await import('@/features/session/reset-result-pages')).ResetFailurePage, 'session'),
          },
        ],
      },
      {
        path: paths.signUp,
        lazy: page(
          async () => (await import('@/features/registration/sign-up-redirect')).SignUpRedirect,
          'registration',
        ),
      },
      {
        path: paths.dashboard,
        lazy: page(
          async () => (await import('./layout/protected-dashboard')).ProtectedDashboard,
          'session',
          'registration',
          'commands',
        ),
        children: [
          {
            // Inner error boundary: the navigation stays, and the next page clears the error.
            errorElement: <CrashPanel />,
            children: [
              {
                index: true,
                lazy: page(async () => (await import('@/features/overview/overview-page')).OverviewPage, 'overview'),
              },
              {
                path: paths.inbox,
                lazy: page(
                  async () => (await import('@/features/incidents/inbox-page')).InboxPage,
                  'incidents',
                  'detections',
                ),
              },
              {
                path: paths.incidentOperations,
                lazy: page(
                  async () => (await import('@/features/incidents/history/operations-page')).OperationsPage,
                  'incidents',
                  'detections',
                ),
              },
              {
                path: paths.incident,
                lazy: page(
                  async () => (await import('@/features/incidents/incident-page')).IncidentPage,
                  'incidents',
                  'detections',
                ),
              },
              {
                path: paths.workforce,
                lazy: page(async () => (await import('@/features/detections/pages')).WorkforcePage, 'detections'),
              },
              {
                path: paths.portals,
                lazy: page(async () => (await import('@/features/detections/pages')).PortalsPage, 'detections'),
              },
              profile(paths.person, 'PersonPage'),
              profile(paths.devices, 'DevicesPage'),
              profile(paths.device, 'DevicePage'),
              profile(paths.leaks, 'LeaksPage'),
              profile(paths.leak, 'LeakPage'),
              {
                path: paths.reports,
                lazy: page(async () => (await import('@/features/reports/reports-page')).ReportsPage, 'reports'),
              },
              {
                path: paths.report,
                lazy: page(async () => (await import('@/features/reports/report-page')).ReportPage, 'reports'),
              },
              {
                path: paths.accountSettings,
                lazy: page(async () => (await import('@/features/settings/account-page')).AccountPage, 'settings'),
              },
              {
                path: paths.securitySettings,
                lazy: page(async () => (await import('@/features/settings/security-page')).SecurityPage, 'settings'),
              },
              {
                path: paths.emailSettings,
                lazy: page(async () => (await import('@/features/emails/emails-page')).EmailsPage, 'emails'),
              },
              {
                path: paths.apiSettings,
                lazy: page(async () => (await import('@/features/settings/api-page')).ApiPage, 'settings', 'api'),
              },
              {
                element: <OrganizationGuard />,
                children: [
                  {
                    path: paths.people,
                    lazy: page(async () => (await import('@/features/emails/people-page')).PeoplePage, 'emails'),
                  },
                  {
                    path: paths.memberSettings,
                    lazy: page(async () => (await import('@/features/members/members-page')).MembersPage, 'members'),
                  },
                  {
                    path: paths.domainSettings,
                    lazy: page(async () => (await import('@/features/domains/domains-page')).DomainsPage, 'domains'),
                  },
                ],
              },
              {
                path: paths.notificationSettings,
                lazy: page(
                  async () => (await import('@/features/settings/notifications-page')).NotificationsPage,
                  'settings',
                ),
              },
              {
                path: paths.helpSupport,
                lazy: page(async () => (await import('@/features/help/help-page')).HelpPage, 'help'),
              },
              { path: '*', lazy: page(async () => (await import('./not-found-page')).NotFoundInside) },
            ],
          },
        ],
      },
      {
        path: paths.console,
        lazy: page(
          async () => (await import('./layout/protected-dashboard')).ProtectedDashboard,
          'session',
          'registration',
          'commands',
          'console',
        ),
        children: [
          {
            errorElement: <CrashPanel />,
            children: [
              { index: true, lazy: consolePage('ConsoleHomePage') },
              { path: paths.consoleAuditLog, lazy: consolePage('AuditLogPage') },
              { path: paths.consoleAccounts, lazy: consolePage('AccountsPage') },
              { path: paths.consoleAccount, lazy: consolePage('AccountPage') },
              { path: paths.consoleLeaks, lazy: consoleLeakPage('LeaksPage', 'catalogue') },
              { path: paths.consoleLeak, lazy: consoleLeakPage('LeakPage', 'catalogue') },
              { path: paths.consoleQuarantine, lazy: consoleLeakPage('QuarantinePage', 'quarantine') },
              {
                path: paths.consoleQuarantinedFile,
                lazy: consoleLeakPage('QuarantinedFilePage', 'quarantine', 'catalogue'),
              },
              {
                path: paths.consoleContent,
                lazy: page(
                  async () => (await import('@/features/console/content/content-page')).ContentPage,
                  'console',
                  'content',
                ),
              },
              {
                path: paths.consoleContentDocument,
                lazy: page(
                  async () => (await import('./content-editor')).ContentEditor,
                  'console',
                  'content',
                  'home',
                  'legal',
                  'incidents',
                ),
              },
              { path: paths.consoleHealth, lazy: consoleHealthPage },
              { path: paths.consoleIngestion, lazy: ingestionPage('IngestionPage') },
              { path: paths.consoleUpload, lazy: ingestionPage('UploadPage') },
              { path: paths.consoleOptOuts, lazy: consolePage('OptOutsPage') },
              { path: paths.consoleSettings, lazy: consoleSettingsPage },
              { path: paths.consoleSetup, lazy: consolePage('SetupPage') },
              { path: paths.consoleApplications, lazy: consolePage('ApplicationsPage') },
              { path: '*', lazy: page(async () => (await import('./not-found-page')).NotFoundInside) },
            ],
          },
        ],
      },
    ],
  },
];
