import { toast as headless, type ToastOptions } from 'react-hot-toast/headless';

/** Milliseconds on screen (spec section 9). `loading` stays until it is replaced. */
export const toastDurations = { blank: 4000, error: 4000, custom: 4000, success: 2000, loading: Number.POSITIVE_INFINITY } as const;

/** At most this many are kept. */
export const toastsMax = 20;

type Options = Pick<ToastOptions, 'id' | 'duration'>;

/**
 * Short messages at the edge of the screen. The same error text is shown once, however many calls ran into it.
 * The headless half of react-hot-toast: its styled half injects style elements, which our policy refuses.
 */
export const toast = {
  success: (message: string, options?: Options) => headless.success(message, options),
  error: (message: string, options?: Options) => headless.error(message, { id: `error:${message}`, ...options }),
  info: (message: string, options?: Options) => headless(message, options),
  loading: (message: string, options?: Options) => headless.loading(message, options),
  dismiss: (id?: string) => headless.dismiss(id),
};
