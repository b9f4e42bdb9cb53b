import { creditAnswer } from '@kinmel/contracts/browser';
import { answer, injectEndpoints } from '@kinmel/web-kit';

export const creditApi = injectEndpoints((build) => ({
  /** The customer's credit with one page of its history. */
  getMyCredit: build.query({
    query: (page: number) => `/api/credit?page=${page}&limit=10`,
    responseSchema: answer(creditAnswer),
    // Placing an order spends credit, and cancelling one returns it.
    providesTags: ['Order'],
  }),
}));
