/**
 * The address of a link that the content holds, if it is one to follow: a page of the web, mail, or a place on this site. All
 * else, such as `javascript:`, is no link. A template's placeholder stays; the server looks at what it fills in.
 */
export const contentHref = (address: string): string | undefined =>
  /^(?:https?:\/\/|mailto:|[/#]|\{\{)/i.test(address) ? address : undefined;
