import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Registry } from '@kinmel/contracts';
import { setRemoteHost } from '@kinmel/web-kit/host';
import { footerColumns, linksAt } from './links.ts';

const repository = join(__dirname, '../../..');
const remotes = globSync('mfe-*/remote.json', { cwd: repository }).map((file): Registry['remotes'][string] =>
  JSON.parse(readFileSync(join(repository, file), 'utf8')),
);

beforeEach(() =>
  setRemoteHost({
    registry: {
      schema: 1,
      revision: 1,
      remotes: Object.fromEntries(remotes.map((remote) => [remote.name, remote])),
    },
    load: () => Promise.reject(new Error('nothing is loaded')),
  }),
);
afterEach(() => setRemoteHost(undefined));

const linkTexts = (place: Parameters<typeof linksAt>[0]) =>
  linksAt(place).map(({ label, to }) => `${label} ${to}`);

it('the menu has the specified links in order (NAV-08 to NAV-15, NAV-19)', () => {
  expect(linkTexts('menu')).toEqual([
    'Home /',
    'Categories /categories',
    'Sell your phone /sellyourphone',
    'Repair /repair',
    'Special offers /specialoffers',
    'New phone booking /newphonebooking',
  ]);
  expect(linkTexts('information')).toEqual(['About /about', 'Contact /contact']);
  expect(linkTexts('personal')).toEqual(['Orders /orders']);
});

it('the footer has its columns (NAV-31)', () => {
  expect(footerColumns.map(({ place }) => linkTexts(place))).toEqual([
    [
      'Smartphones /smartphone',
      'Accessories /watches',
      'Laptops /laptops',
      'Earphones /airpods',
      'Special offers /specialoffers',
    ],
    ['Sell your phone /sellyourphone', 'Repair /repair', 'New phone booking /newphonebooking'],
    ['Profile /profile', 'Orders /orders', 'Wishlist /wishlist', 'Cart /cart'],
  ]);
});

it('links of a place have unique positions and public targets', () => {
  for (const { requiredRole, pages } of remotes)
    if (requiredRole !== 'public') expect(pages.flatMap(({ links = [] }) => links)).toEqual([]);
  const claims = remotes.flatMap(({ pages }) =>
    pages.flatMap(({ links = [] }) => links.map(({ place, position }) => `${place} ${position}`)),
  );
  expect(claims.toSorted()).toEqual([...new Set(claims)].toSorted());
});
