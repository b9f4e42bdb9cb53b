import { remoteDeclarationSchema } from '@kinmel/contracts';
import declaration from '../remote.json' with { type: 'json' };
import { remote } from './remote.tsx';

const { pages, requiredRole, widgets } = remoteDeclarationSchema.parse(declaration);

describe('the declaration of the remote', () => {
  it('has a page for every path (GEN-03, ROUTE-35, AGATE-01, AGATE-03, AGATE-05, AGATE-07, AGATE-09)', () => {
    expect(Object.keys(remote.pages).toSorted()).toEqual(pages.map(({ path }) => path).toSorted());
    expect(pages.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/admin/dashboard',
        '/admin/add-product',
        '/admin/add-offer',
        '/products',
        '/edit-product/:id',
      ]),
    );
  });

  it('requires the role admin and adds nothing to the shop (AGATE-02, AGATE-04, AGATE-06, AGEN-07)', () => {
    expect(requiredRole).toBe('admin');
    expect(widgets).toEqual([]);
    expect(pages.flatMap(({ links = [] }) => links)).toEqual([]);
    expect(pages.filter(({ isListed }) => isListed)).toEqual([]);
  });

  it('has its own frame on every page, and no cacheable first data', () => {
    expect(pages.every(({ ownFrame }) => ownFrame === true)).toBe(true);
    expect(pages.flatMap(({ firstData }) => firstData)).toEqual([]);
  });
});
