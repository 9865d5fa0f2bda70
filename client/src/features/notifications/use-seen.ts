import { toastFailure, toastOutcome } from '@/ui/feedback/mutation-toasts';
import { useMarkNotificationsSeenMutation } from './notifications.generated';

/** Marks notifications as seen; they are shown so at once, and as before if the server refuses. */
export function useSeen(): (ids: readonly string[]) => Promise<void> {
  const [mark] = useMarkNotificationsSeenMutation();
  return async (ids) => {
    if (ids.length === 0) return;
    try {
      const { data } = await mark({
        variables: { ids: [...ids] },
        optimisticResponse: {
          markNotificationsSeen: {
            __typename: 'MarkNotificationsSeenSuccess',
            notifications: {
              __typename: 'Notifications',
              results: ids.map((id) => ({ __typename: 'Notification', id, isSeen: true })),
            },
          },
        },
      });
      const result = data?.markNotificationsSeen;
      if (result?.__typename !== 'MarkNotificationsSeenSuccess') toastOutcome(result);
    } catch (error) {
      toastFailure(error);
    }
  };
}
