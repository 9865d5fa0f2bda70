/** The size of the provider's widget, kept free from the first moment. On the narrowest screens it reaches into the margins. */
export const WIDGET_BOX = 'flex min-h-16.25 min-w-0 justify-center sm:justify-start';
