/** A page of the back office, by how others are kept from it: sent away, or told on the page itself. */
export interface StaffPage {
  readonly title: string;
  readonly whenRefused: 'leave' | 'panel';
}

/** The page of the back office that an address would be; undefined for an address of the shop. */
export function staffPageOf(pathname: string): StaffPage | undefined {
  const address = pathname.replace(/(.)\/$/, '$1');
  if (address === '/admin' || address.startsWith('/admin/'))
    return { title: 'Back office', whenRefused: 'leave' };
  if (address === '/products') return { title: 'Manage Products', whenRefused: 'panel' };
  if (/^\/edit-product\/[^/]+$/.test(address)) return { title: 'Edit Product', whenRefused: 'panel' };
  return undefined;
}
