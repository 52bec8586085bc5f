// Whether things may move by themselves.

/** The player asked the system for less motion. */
export function calm(): boolean {
  return typeof matchMedia !== 'function' || matchMedia('(prefers-reduced-motion: reduce)').matches
}
