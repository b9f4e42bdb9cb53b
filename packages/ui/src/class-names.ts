/** Joins class names and skips empty ones, so that conditions can be listed. */
export const classNames = (...names: (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ');
