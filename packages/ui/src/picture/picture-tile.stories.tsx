import Heart from 'lucide-react/icons/heart';
import { IconButton } from '../button/icon-button.tsx';
import { SavingFlag } from '../label/saving-flag.tsx';
import type { StoryMeta } from '../story.ts';
import { PictureTile } from './picture-tile.tsx';

export default { title: 'PictureTile', component: PictureTile } satisfies StoryMeta;

const shape =
  "%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'%3E%3Crect x='28' y='10' width='44' height='80' rx='8' fill='%230f4337'/%3E%3C/svg%3E";
const sources = { src: `data:image/svg+xml,${shape}`, width: 1200, height: 1200 };
const heart = (
  <IconButton label="Add Galaxy S25 to wishlist" look="round" aria-pressed="false">
    <Heart />
  </IconButton>
);
const width = { width: 310, maxWidth: '100%' } as const;

export const WithFlagAndHeart = () => (
  <div style={width}>
    <PictureTile
      sources={sources}
      alt="Galaxy S25, Icy Blue, front"
      priority
      sizes="310px"
      flag={<SavingFlag percent={16} />}
      corner={heart}
    />
  </div>
);

export const Dimmed = () => (
  <div style={width}>
    <PictureTile sources={sources} alt="Galaxy S24, Violet, front" dimmed />
  </div>
);

export const Missing = () => (
  <div style={width}>
    <PictureTile sources={undefined} alt="Pixel 9" flag={<SavingFlag percent={14} />} />
  </div>
);

export const Photo = () => (
  <div style={width}>
    <PictureTile sources={sources} alt="A phone on a table" ground="#c9b79c" />
  </div>
);
