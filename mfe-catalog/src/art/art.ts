import { artOf } from '@kinmel/ui';
import sellAvif480 from '@kinmel/ui/art/sell-480.avif';
import sellWebp480 from '@kinmel/ui/art/sell-480.webp';
import sellAvif800 from '@kinmel/ui/art/sell-800.avif';
import sellWebp800 from '@kinmel/ui/art/sell-800.webp';
import sellAvif1400 from '@kinmel/ui/art/sell-1400.avif';
import sellWebp1400 from '@kinmel/ui/art/sell-1400.webp';
import headSandAvif320 from './head-sand-320.avif';
import headSandWebp320 from './head-sand-320.webp';
import headSandAvif640 from './head-sand-640.avif';
import headSandWebp640 from './head-sand-640.webp';
import heroAvif480 from './hero-480.avif';
import heroWebp480 from './hero-480.webp';
import heroAvif800 from './hero-800.avif';
import heroWebp800 from './hero-800.webp';
import heroAvif1400 from './hero-1400.avif';
import heroWebp1400 from './hero-1400.webp';
import iphone15NaturalAvif320 from './iphone15-natural-320.avif';
import iphone15NaturalWebp320 from './iphone15-natural-320.webp';
import iphone15NaturalAvif640 from './iphone15-natural-640.avif';
import iphone15NaturalWebp640 from './iphone15-natural-640.webp';
import lapGraphiteAvif320 from './lap-graphite-320.avif';
import lapGraphiteWebp320 from './lap-graphite-320.webp';
import lapGraphiteAvif640 from './lap-graphite-640.avif';
import lapGraphiteWebp640 from './lap-graphite-640.webp';
import lapSilverAvif320 from './lap-silver-320.avif';
import lapSilverWebp320 from './lap-silver-320.webp';
import lapSilverAvif640 from './lap-silver-640.avif';
import lapSilverWebp640 from './lap-silver-640.webp';
import phoneMarigoldAvif320 from './phone-marigold-320.avif';
import phoneMarigoldWebp320 from './phone-marigold-320.webp';
import phoneMarigoldAvif640 from './phone-marigold-640.avif';
import phoneMarigoldWebp640 from './phone-marigold-640.webp';
import wOrangeAvif320 from './w-orange-320.avif';
import wOrangeWebp320 from './w-orange-320.webp';
import wOrangeAvif640 from './w-orange-640.avif';
import wOrangeWebp640 from './w-orange-640.webp';
import wPineAvif320 from './w-pine-320.avif';
import wPineWebp320 from './w-pine-320.webp';
import wPineAvif640 from './w-pine-640.avif';
import wPineWebp640 from './w-pine-640.webp';

const wideWidths = [480, 800, 1400];
const squareWidths = [320, 640];

export const heroArt = artOf(
  wideWidths,
  [heroAvif480, heroAvif800, heroAvif1400],
  [heroWebp480, heroWebp800, heroWebp1400],
  1180,
);
export const sellArt = artOf(
  wideWidths,
  [sellAvif480, sellAvif800, sellAvif1400],
  [sellWebp480, sellWebp800, sellWebp1400],
  900,
);
export const marigoldPhoneArt = artOf(
  squareWidths,
  [phoneMarigoldAvif320, phoneMarigoldAvif640],
  [phoneMarigoldWebp320, phoneMarigoldWebp640],
);
export const silverLaptopArt = artOf(
  squareWidths,
  [lapSilverAvif320, lapSilverAvif640],
  [lapSilverWebp320, lapSilverWebp640],
);
export const orangeWatchArt = artOf(
  squareWidths,
  [wOrangeAvif320, wOrangeAvif640],
  [wOrangeWebp320, wOrangeWebp640],
);
export const naturalPhoneArt = artOf(
  squareWidths,
  [iphone15NaturalAvif320, iphone15NaturalAvif640],
  [iphone15NaturalWebp320, iphone15NaturalWebp640],
);
export const pineWatchArt = artOf(squareWidths, [wPineAvif320, wPineAvif640], [wPineWebp320, wPineWebp640]);
export const graphiteLaptopArt = artOf(
  squareWidths,
  [lapGraphiteAvif320, lapGraphiteAvif640],
  [lapGraphiteWebp320, lapGraphiteWebp640],
);
export const sandHeadphonesArt = artOf(
  squareWidths,
  [headSandAvif320, headSandAvif640],
  [headSandWebp320, headSandWebp640],
);
