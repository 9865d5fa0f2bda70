/** Reserved size of the provider's widget; extends into the margins on very narrow screens. */
export const WIDGET_BOX = 'flex min-h-16.25 min-w-0 justify-center sm:justify-start';
