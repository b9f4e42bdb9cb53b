import { aUser, json, type RenderedPage, type RenderPageOptions, renderPage } from '@kinmel/testing/page';
import { pages } from '../routes.tsx';

/** The member of staff who is signed in on the pages of tests. */
export const admin = aUser({ role: 'admin', fullName: 'Bikash Shrestha', email: 'bikash@kinmel.example' });

const everywhere = {
  'GET /api/admin/dashboard-stats': json({
    success: true,
    totalProducts: 148,
    data: { totalProducts: 148 },
  }),
};

/** Draws the page of an address of this remote for an admin, with what every page asks for answered. */
export function openPage(
  path: string,
  { address = path, answers, ...options }: RenderPageOptions = {},
): Promise<RenderedPage> {
  const Page = pages[path];
  if (!Page) throw new Error(`${path} is no page of this remote`);
  return renderPage(<Page />, {
    user: admin,
    address,
    answers: { ...everywhere, ...answers },
    ...options,
  });
}
