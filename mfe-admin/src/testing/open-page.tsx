import type { RateRecord } from '@kinmel/contracts';
import { aUser, json, type RenderedPage, type RenderPageOptions, renderPage } from '@kinmel/testing/page';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { pages } from '../routes.tsx';
import { listAnswer, openListAnswer } from './products.ts';
import { newCountAddress, newCountAnswer, newCountStart, sellRequestsAnswer } from './requests.ts';
import { workCounts } from './work.ts';

export const admin = aUser({ role: 'admin', fullName: 'Bikash Shrestha', email: 'bikash@kinmel.example' });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

/** Silences the console in tests whose requests fail: each failure is logged. */
export function silenceFailures(): void {
  beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => {}));
  afterEach(() => jest.restoreAllMocks());
}

/** NPR 135 for one dollar. */
export const aRate = (changes: Partial<RateRecord> = {}): RateRecord => ({
  currency: 'USD',
  number: 1,
  shopMinorUnits: 13_500,
  from: '2026-11-25T06:00:00.000Z',
  setBy: '',
  reason: 'The first rate.',
  ...changes,
});

const commonAnswers = {
  'GET /api/auth/session-end': { success: true, endsInSeconds: 43_200, idleEndsInSeconds: 1_800 },
  '/api/policy': { success: true, data: { rates: [aRate()] } },
  'GET /api/admin/dashboard-stats': json({
    success: true,
    totalProducts: 148,
    data: { totalProducts: 148 },
  }),
  ...workCounts({}),
  'GET /api/products?page=2&limit=8': openListAnswer([]),
  'GET /api/admin/products?page=2&limit=8': listAnswer([]),
  // The first tab of the dashboard.
  '/api/sell-phone/requests?page=1&limit=20': sellRequestsAnswer([]),
  '/api/sell-phone/requests?page=2&limit=20': sellRequestsAnswer([]),
  '/api/admin/phone-orders': { success: true, data: [] },
  [newCountAddress('sell-request')]: newCountAnswer(0),
  [newCountAddress('phone-order')]: newCountAnswer(0),
  [newCountAddress('sell-request', newCountStart)]: newCountAnswer(0),
  [newCountAddress('phone-order', newCountStart)]: newCountAnswer(0),
};

/** Renders a page for an admin, with the common requests answered. */
export const renderAdminPage = (
  page: ReactNode,
  { answers, ...options }: RenderPageOptions = {},
): Promise<RenderedPage> =>
  renderPage(page, { user: admin, answers: { ...commonAnswers, ...answers }, ...options });

/** Renders the page of a route for an admin. */
export function openPage(
  path: string,
  { address = path, ...options }: RenderPageOptions = {},
): Promise<RenderedPage> {
  const Page = pages[path];
  if (!Page) throw new Error(`${path} is not a page of this remote`);
  return renderAdminPage(
    <Routes>
      <Route path={path} element={<Page />} />
      <Route path="*" element={null} />
    </Routes>,
    { address, ...options },
  );
}
