export { AccountPage } from './account-page';
export { AccountsPage } from './accounts-page';
export { ApplicationsPage } from './applications-page';
export { AuditLogPage } from './audit-log-page';
export { ConsoleHomePage } from './console-home-page';
export { OptOutsPage } from './opt-outs-page';
export { SetupPage } from './setup-page';
