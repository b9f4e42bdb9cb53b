/** The class names without empty ones, so that conditions can stand in a list. */
export const classNames = (...names: (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ');
