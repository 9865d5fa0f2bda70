import { downloadFile } from '@/lib/download';

/** Fetches everything that the account holds and hands it to the browser as a file; throws as `downloadFile` does. */
export const downloadExport = (): Promise<void> => downloadFile('/api/v1/account/export', 'breachlight-account.json');
