import type { FrameLink } from '@kinmel/contracts';
import { remoteHost } from '@kinmel/web-kit/host';

export interface ShopLink {
  readonly to: string;
  readonly label: string;
}

type Place = FrameLink['place'];
type PlacedLink = ShopLink & Pick<FrameLink, 'place' | 'position'>;

/** Links to pages that the shop promises and that no remote has yet (`known-pages.ts`); each goes when a remote declares its page. */
const linksToCome: readonly PlacedLink[] = [
  { place: 'menu', position: 40, to: '/repair', label: 'Repair' },
  { place: 'menu', position: 60, to: '/newphonebooking', label: 'New phone booking' },
  { place: 'footer-services', position: 20, to: '/repair', label: 'Repair' },
  { place: 'footer-services', position: 30, to: '/newphonebooking', label: 'New phone booking' },
];

/** The links of a place of the frame, as the deployed remotes declare them in `remote.json` (NAV-08 to NAV-19). */
export function linksAt(place: Place): readonly ShopLink[] {
  const pages = Object.values(remoteHost()?.registry.remotes ?? {}).flatMap((remote) => remote.pages);
  const declared = pages.flatMap(({ path, links = [] }) => links.map((link) => ({ ...link, to: path })));
  const open = new Set(pages.map(({ path }) => path));
  return [...declared, ...linksToCome.filter(({ to }) => !open.has(to))]
    .filter((link) => link.place === place)
    .toSorted((one, other) => one.position - other.position);
}

/** The columns of the footer. */
export const footerColumns = [
  { title: 'Shop', place: 'footer-shop' },
  { title: 'Services', place: 'footer-services' },
  { title: 'Account', place: 'footer-account' },
] as const;
