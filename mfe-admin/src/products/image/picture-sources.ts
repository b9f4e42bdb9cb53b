import type { PictureSources } from '@kinmel/ui';
import { storedPictureSources } from '@kinmel/web-kit';

/** Picture sources of an address; a stored picture has several sizes, with or without the shop's host. */
export function sourcesOf(address: string | undefined, sizes: string): PictureSources | undefined {
  if (!address) return undefined;
  const path = address.replace(/^https?:\/\/[^/]+(?=\/uploads\/)/, '');
  return storedPictureSources(path, sizes) ?? { src: address, width: 640, height: 640 };
}
