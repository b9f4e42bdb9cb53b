import type { Group } from 'three';
import { earbudsLooks, headphonesLooks } from './looks/audio.ts';
import { laptopLooks } from './looks/laptops.ts';
import { phoneLooks } from './looks/phones.ts';
import { watchLooks } from './looks/watches.ts';
import { charger, fingerRing } from './models/accessories.ts';
import { backView, frontView, lying, pair } from './models/compositions.ts';
import { earbuds } from './models/earbuds.ts';
import { headphones } from './models/headphones.ts';
import { laptop } from './models/laptop.ts';
import { openPhone } from './models/open-phone.ts';
import { hero, marigoldPhone, sellRow } from './models/site-scenes.ts';
import { watch } from './models/watch.ts';
import type { Shot } from './studio/render.ts';

export interface Picture {
  goods: () => Group;
  shot: Shot;
}

const square = { width: 1000, height: 1000, frames: 10 };
const phoneShot: Shot = { ...square, elevation: 7, fill: 0.82 };

function phonePictures(): Record<string, Picture> {
  const pictures: Record<string, Picture> = {};
  for (const [slug, look] of Object.entries(phoneLooks)) {
    pictures[slug] = { goods: () => pair(look), shot: phoneShot };
    pictures[`${slug}-back`] = { goods: () => backView(look), shot: phoneShot };
    pictures[`${slug}-front`] = { goods: () => frontView(look), shot: phoneShot };
    pictures[`${slug}-lying`] = { goods: () => lying(look), shot: { ...phoneShot, elevation: 64 } };
  }
  return pictures;
}

/** One picture for each look of a table. */
function onePictureEach<Look>(
  looks: Record<string, Look>,
  make: (look: Look) => Group,
  shot: Shot,
): Record<string, Picture> {
  return Object.fromEntries(
    Object.entries(looks).map(([slug, look]) => [slug, { goods: () => make(look), shot }]),
  );
}

/** Every picture that can be drawn, by the name of its file without its ending. */
export const pictures: Record<string, Picture> = {
  ...phonePictures(),
  ...onePictureEach(laptopLooks, laptop, { ...square, elevation: 17, fill: 0.86, middle: 0.5 }),
  ...onePictureEach(watchLooks, watch, { ...square, elevation: 9, fill: 0.77 }),
  ...onePictureEach(earbudsLooks, earbuds, { ...square, elevation: 22, fill: 0.76 }),
  ...onePictureEach(headphonesLooks, headphones, { ...square, elevation: 12, fill: 0.78 }),
  hero: {
    goods: hero,
    shot: { width: 1400, height: 1180, frames: 16, elevation: 8, fill: 0.93, middle: 0.487 },
  },
  sell: {
    goods: sellRow,
    shot: { width: 1400, height: 900, frames: 14, elevation: 7, fill: 0.88, middle: 0.485 },
  },
  repair: {
    goods: openPhone,
    shot: { width: 1200, height: 1000, frames: 20, elevation: 9, fill: 0.86, middle: 0.485 },
  },
  'phone-marigold': { goods: () => pair(marigoldPhone), shot: phoneShot },
  'apple-usb-c-35w-charger-and-cable': {
    goods: () => charger('#dddcd8'),
    shot: { ...square, elevation: 24, fill: 0.8 },
  },
  'galaxy-ring-titanium-gold': {
    goods: () => fingerRing('#c9a877'),
    shot: { ...square, elevation: 18, fill: 0.66 },
  },
};

export function pictureOf(name: string): Picture {
  const picture = pictures[name];
  if (!picture) throw new Error(`There is no picture named ${name}.`);
  return picture;
}
