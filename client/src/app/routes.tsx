import { Navigate, type RouteObject } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { CrashPage, CrashPanel } from './crash';
import { LandingPage } from './landing-page';
import { NotFoundPage } from './not-found-page';
import { OrganizationsAlone } from './organizations-alone';
import { RootLayout } from './root-layout';

/** All pages. Each but the smallest is loaded when it is first opened. */
export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <CrashPage />,
    children: [
      { path: paths.home, element: <LandingPage /> },
      {
        lazy: async () => ({ Component: (await import('./layout/authentication-layout')).AuthenticationLayout }),
        children: [
          {
            path: paths.login,
            lazy: async () => ({ Component: (await import('@/features/session/login-page')).LoginPage }),
          },
          {
            path: paths.signUpIndividual,
            lazy: async () => ({ Component: (await import('@/features/registration/sign-up-page')).SignUpPage }),
          },
          {
            path: paths.signUpCompany,
            lazy: async () => ({ Component: (await import('@/features/registration/sign-up-page')).SignUpPage }),
          },
          {
            path: paths.emailValidateIndividual,
            lazy: async () => ({
              Component: (await import('@/features/registration/email-validate-page')).EmailValidatePage,
            }),
          },
          {
            path: paths.emailValidateCompany,
            lazy: async () => ({
              Component: (await import('@/features/registration/email-validate-page')).EmailValidatePage,
            }),
          },
          {
            path: paths.domainValidate,
            lazy: async () => ({
              Component: (await import('@/features/registration/domain-validate-page')).DomainValidatePage,
            }),
          },
          {
            path: paths.domainValidated,
            lazy: async () => ({
              Component: (await import('@/features/registration/domain-validated-page')).DomainValidatedPage,
            }),
          },
          {
            path: paths.accountSetup,
            lazy: async () => ({
              Component: (await import('@/features/registration/account-setup-page')).AccountSetupPage,
            }),
          },
          {
            path: paths.emailVerification,
            lazy: async () => ({
              Component: (await import('@/features/registration/email-verification-page')).EmailVerificationPage,
            }),
          },
          {
            path: paths.unsubscribe,
            lazy: async () => ({
              Component: (await import('@/features/settings/notification-unsubscribe-page')).UnsubscribePage,
            }),
          },
          {
            path: paths.magicLink,
            lazy: async () => ({ Component: (await import('@/features/session/magic-link-page')).MagicLinkPage }),
          },
          {
            path: paths.invitation,
            lazy: async () => ({ Component: (await import('@/features/members/invitation-page')).InvitationPage }),
          },
          {
            path: paths.confirmMonitoredEmail,
            lazy: async () => ({
              Component: (await import('@/features/emails/confirm-monitored-page')).ConfirmMonitoredPage,
            }),
          },
          {
            path: paths.resetPassword,
            lazy: async () => ({ Component: (await import('@/features/session/request-reset-page')).RequestResetPage }),
          },
          {
            path: paths.resetCheckEmail,
            lazy: async () => ({ Component: (await import('@/features/session/reset-notes')).CheckEmailPage }),
          },
          {
            path: paths.resetConfirm,
            lazy: async () => ({ Component: (await import('@/features/session/confirm-reset-page')).ConfirmResetPage }),
          },
          {
            path: paths.resetSuccess,
            lazy: async () => ({ Component: (await import('@/features/session/reset-notes')).ResetSuccessPage }),
          },
          {
            path: paths.resetFailure,
            lazy: async () => ({ Component: (await import('@/features/session/reset-notes')).ResetFailurePage }),
          },
        ],
      },
      {
        path: paths.becomeAPartner,
        lazy: async () => ({ Component: (await import('@/features/registration/partner-page')).PartnerPage }),
      },
      {
        path: paths.invalidToken,
        lazy: async () => ({
          Component: (await import('@/features/registration/invalid-token-page')).InvalidTokenPage,
        }),
      },
      {
        path: paths.signUp,
        lazy: async () => ({ Component: (await import('@/features/registration/sign-up-redirect')).SignUpRedirect }),
      },
      {
        path: paths.dashboard,
        lazy: async () => ({ Component: (await import('./layout/protected-dashboard')).ProtectedDashboard }),
        children: [
          {
            // The inner boundary: the navigation stays, and the next page clears the error.
            errorElement: <CrashPanel />,
            children: [
              { index: true, element: <Navigate to={paths.workforce} replace /> },
              {
                path: paths.workforce,
                lazy: async () => ({ Component: (await import('@/features/detections/pages')).WorkforcePage }),
              },
              {
                path: paths.portals,
                lazy: async () => ({ Component: (await import('@/features/detections/pages')).PortalsPage }),
              },
              {
                path: paths.accountSettings,
                lazy: async () => ({ Component: (await import('@/features/settings/account-page')).AccountPage }),
              },
              {
                path: paths.securitySettings,
                lazy: async () => ({ Component: (await import('@/features/settings/security-page')).SecurityPage }),
              },
              {
                path: paths.emailSettings,
                lazy: async () => ({ Component: (await import('@/features/emails/emails-page')).EmailsPage }),
              },
              {
                path: paths.apiSettings,
                lazy: async () => ({ Component: (await import('@/features/settings/api-page')).ApiPage }),
              },
              {
                element: <OrganizationsAlone />,
                children: [
                  {
                    path: paths.memberSettings,
                    lazy: async () => ({ Component: (await import('@/features/members/members-page')).MembersPage }),
                  },
                  {
                    path: paths.domainSettings,
                    lazy: async () => ({ Component: (await import('@/features/domains/domains-page')).DomainsPage }),
                  },
                ],
              },
              {
                path: paths.notificationSettings,
                lazy: async () => ({
                  Component: (await import('@/features/settings/notifications-page')).NotificationsPage,
                }),
              },
              {
                path: paths.helpSupport,
                lazy: async () => ({ Component: (await import('@/features/help/help-page')).HelpPage }),
              },
            ],
          },
        ],
      },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
];
