import { useEffect } from 'react';
import { useSession } from './store';
import { refetchAccount } from './sync-account';

/**
 * Reloads the account on start and, while the email address is unverified, whenever the tab regains focus, because the link may
 * have been opened on another device.
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
