/** Products per page of a list: full rows of two, three and four cards (decision 23). */
export const productsPerPage = 24;
