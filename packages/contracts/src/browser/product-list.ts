/** How many products a page of a list has: full rows of two, three and four cards (decision 23). */
export const productsPerPage = 24;
