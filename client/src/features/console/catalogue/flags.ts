/** Flags of Have I Been Pwned's breach model. */
export const FLAGS = [
  'isVerified',
  'isFabricated',
  'isSensitive',
  'isRetired',
  'isSpamList',
  'isMalware',
  'isStealerLog',
  'isSubscriptionFree',
] as const;
