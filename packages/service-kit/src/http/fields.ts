/** Picks the named fields of an object, for an answer or a mail. */
export const pick = <From extends object, Name extends keyof From>(
  from: From,
  ...names: readonly Name[]
): Pick<From, Name> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as unknown as Pick<From, Name>;

/** The position of a page in a list. */
export const paginationOf = ({ page, limit }: { page: number; limit: number }, total: number) => {
  const totalPages = Math.ceil(total / limit);
  return { page, limit, total, totalPages, hasPrev: page > 1, hasNext: page < totalPages };
};
