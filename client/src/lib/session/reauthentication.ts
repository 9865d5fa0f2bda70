import { createContext, type ReactNode, useContext, useState } from 'react';

export interface ReauthenticationProps {
  open: boolean;
  /** Resolves to true if the server accepted the password, false if the user cancelled. */
  onAnswer: (confirmed: boolean) => void;
}

/** Renders the password dialog; provided by the application, because features do not import each other. */
export const ReauthenticationContext = createContext<(props: ReauthenticationProps) => ReactNode>(() => null);

/**
 * For actions that require a recent login. `confirm` asks for the password and returns whether the server accepted it. Render
 * `dialog` inside any open dialog, so that they nest correctly.
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
