import { listOf, nonNegativeNumber } from '@kinmel/contracts/browser';
import { injectEndpoints } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import { valueAnswer } from '../../answers.ts';

const countOrZero = z.catch(nonNegativeNumber, 0);
const figures = { orders: countOrZero, cancelled: countOrZero, revenue: countOrZero };

export const dailyFiguresAnswer = valueAnswer(
  z.object({ days: listOf(z.object({ day: z.string(), ...figures })), all: z.object(figures) }),
);

export const chartsApi = injectEndpoints((build) => ({
  getDailyFigures: build.query({
    query: (days: number) => ({ url: '/api/admin/services/order/daily-figures', params: { days } }),
    responseSchema: dailyFiguresAnswer,
    providesTags: ['Order'],
  }),
}));
