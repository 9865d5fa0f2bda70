export { LeakPage } from './catalogue/leak-page';
export { LeaksPage } from './catalogue/leaks-page';
export { QuarantinedFilePage } from './quarantine/quarantined-file-page';
export { QuarantinePage } from './quarantine/quarantine-page';
