/**
 * Accepts web, mailto and same-site URLs from content; undefined for others such as `javascript:`. Template placeholders pass,
 * because the server checks the values it fills in.
 */
export const contentHref = (address: string): string | undefined =>
  /^(?:https?:\/\/|mailto:|[/#]|\{\{)/i.test(address) ? address : undefined;
