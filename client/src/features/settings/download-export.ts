import { downloadFile } from '@/lib/download';

/** Download all data of the account as a file; throws like `downloadFile`. */
export const downloadExport = (): Promise<void> => downloadFile('/api/v1/account/export', 'breachlight-account.json');
