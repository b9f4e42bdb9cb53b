import type { FrameLink } from '@kinmel/contracts';
import { remoteHost } from '@kinmel/web-kit/host';

export interface ShopLink {
  readonly to: string;
  readonly label: string;
}

type Place = FrameLink['place'];

/** The links of a place of the frame, as the deployed remotes declare them in `remote.json`. */
export function linksAt(place: Place): readonly ShopLink[] {
  const pages = Object.values(remoteHost()?.registry.remotes ?? {}).flatMap((remote) => remote.pages);
  const declaredLinks = pages.flatMap(({ path, links = [] }) => links.map((link) => ({ ...link, to: path })));
  return declaredLinks
    .filter((link) => link.place === place)
    .toSorted((one, other) => one.position - other.position);
}

export const footerColumns = [
  { title: 'Shop', place: 'footer-shop' },
  { title: 'Services', place: 'footer-services' },
  { title: 'Account', place: 'footer-account' },
] as const;
