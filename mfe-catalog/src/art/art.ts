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

/** One picture of the pages' own art, a cut-out that takes the ground it stands on. Sizes in pixels are those of the largest file. */
export interface Art {
  readonly avifSrcSet: string;
  readonly webpSrcSet: string;
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

const srcSet = (files: readonly (readonly [file: string, width: number])[]) =>
  files.map(([file, width]) => `${file} ${width}w`).join(', ');

export const heroArt: Art = {
  avifSrcSet: srcSet([
    [heroAvif480, 480],
    [heroAvif800, 800],
    [heroAvif1400, 1400],
  ]),
  webpSrcSet: srcSet([
    [heroWebp480, 480],
    [heroWebp800, 800],
    [heroWebp1400, 1400],
  ]),
  src: heroWebp800,
  width: 1400,
  height: 1180,
};

export const sellArt: Art = {
  avifSrcSet: srcSet([
    [sellAvif480, 480],
    [sellAvif800, 800],
    [sellAvif1400, 1400],
  ]),
  webpSrcSet: srcSet([
    [sellWebp480, 480],
    [sellWebp800, 800],
    [sellWebp1400, 1400],
  ]),
  src: sellWebp800,
  width: 1400,
  height: 900,
};

export const marigoldPhoneArt: Art = {
  avifSrcSet: srcSet([
    [phoneMarigoldAvif320, 320],
    [phoneMarigoldAvif640, 640],
  ]),
  webpSrcSet: srcSet([
    [phoneMarigoldWebp320, 320],
    [phoneMarigoldWebp640, 640],
  ]),
  src: phoneMarigoldWebp640,
  width: 640,
  height: 640,
};

export const silverLaptopArt: Art = {
  avifSrcSet: srcSet([
    [lapSilverAvif320, 320],
    [lapSilverAvif640, 640],
  ]),
  webpSrcSet: srcSet([
    [lapSilverWebp320, 320],
    [lapSilverWebp640, 640],
  ]),
  src: lapSilverWebp640,
  width: 640,
  height: 640,
};

export const orangeWatchArt: Art = {
  avifSrcSet: srcSet([
    [wOrangeAvif320, 320],
    [wOrangeAvif640, 640],
  ]),
  webpSrcSet: srcSet([
    [wOrangeWebp320, 320],
    [wOrangeWebp640, 640],
  ]),
  src: wOrangeWebp640,
  width: 640,
  height: 640,
};

export const naturalPhoneArt: Art = {
  avifSrcSet: srcSet([
    [iphone15NaturalAvif320, 320],
    [iphone15NaturalAvif640, 640],
  ]),
  webpSrcSet: srcSet([
    [iphone15NaturalWebp320, 320],
    [iphone15NaturalWebp640, 640],
  ]),
  src: iphone15NaturalWebp640,
  width: 640,
  height: 640,
};

export const pineWatchArt: Art = {
  avifSrcSet: srcSet([
    [wPineAvif320, 320],
    [wPineAvif640, 640],
  ]),
  webpSrcSet: srcSet([
    [wPineWebp320, 320],
    [wPineWebp640, 640],
  ]),
  src: wPineWebp640,
  width: 640,
  height: 640,
};

export const graphiteLaptopArt: Art = {
  avifSrcSet: srcSet([
    [lapGraphiteAvif320, 320],
    [lapGraphiteAvif640, 640],
  ]),
  webpSrcSet: srcSet([
    [lapGraphiteWebp320, 320],
    [lapGraphiteWebp640, 640],
  ]),
  src: lapGraphiteWebp640,
  width: 640,
  height: 640,
};

export const sandHeadphonesArt: Art = {
  avifSrcSet: srcSet([
    [headSandAvif320, 320],
    [headSandAvif640, 640],
  ]),
  webpSrcSet: srcSet([
    [headSandWebp320, 320],
    [headSandWebp640, 640],
  ]),
  src: headSandWebp640,
  width: 640,
  height: 640,
};
