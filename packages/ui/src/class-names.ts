/** Joins the class names that are set; an absent or false one leaves no trace. */
export const classNames = (...names: (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ');
