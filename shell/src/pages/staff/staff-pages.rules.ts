/** A page of the back office, and what visitors without access get: a redirect, or a message on the page. */
export interface StaffPage {
  readonly title: string;
  readonly whenRefused: 'leave' | 'panel';
}

/** The page of the back office for a path; undefined for a path of the shop. */
export function staffPageOf(pathname: string): StaffPage | undefined {
  const address = pathname.replace(/(.)\/$/, '$1');
  if (address === '/admin' || address.startsWith('/admin/'))
    return { title: 'Back office', whenRefused: 'leave' };
  if (address === '/products') return { title: 'Manage Products', whenRefused: 'panel' };
  if (/^\/edit-product\/[^/]+$/.test(address)) return { title: 'Edit Product', whenRefused: 'panel' };
  return undefined;
}
