import { createContext, type ReactNode, useContext, useState } from 'react';

export interface ReauthenticationProps {
  open: boolean;
  /** True once the server has taken the password, false if the user gave up. */
  onAnswer: (confirmed: boolean) => void;
}

/** Draws the dialog that asks for the password. The application gives it here, because features do not know each other. */
export const ReauthenticationContext = createContext<(props: ReauthenticationProps) => ReactNode>(() => null);

/**
 * For what needs a recent log-in. `confirm` asks for the password and says whether the server took it; `dialog` belongs inside
 * whatever is open at the time, so that the two windows know which is in front.
 */
export function useReauthentication(): { confirm: () => Promise<boolean>; dialog: ReactNode } {
  const draw = useContext(ReauthenticationContext);
  const [answer, setAnswer] = useState<{ give: (confirmed: boolean) => void }>();
  return {
    confirm: () =>
      new Promise((resolve) => {
        setAnswer({
          give(confirmed) {
            setAnswer(undefined);
            resolve(confirmed);
          },
        });
      }),
    dialog: draw({ open: answer !== undefined, onAnswer: (confirmed) => answer?.give(confirmed) }),
  };
}
