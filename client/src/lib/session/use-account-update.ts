import { useEffect } from 'react';
import { useSession } from './store';
import { refetchAccount } from './sync-account';

/**
 * Brings the stored account up to date at start, and, while the e-mail address is not proved, whenever the user comes back to
 * this tab: the link may have been opened on another device.
 */
export function useAccountUpdate(): void {
  const { account } = useSession();
  const waitsForProof = account?.user.is_email_verified === false;

  useEffect(() => void refetchAccount(), []);

  useEffect(() => {
    if (!waitsForProof) return undefined;
    const cameBack = () => {
      if (document.visibilityState === 'visible') void refetchAccount();
    };
    document.addEventListener('visibilitychange', cameBack);
    return () => document.removeEventListener('visibilitychange', cameBack);
  }, [waitsForProof]);
}
