import Heart from 'lucide-react/icons/heart';
import Menu from 'lucide-react/icons/menu';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import type { StoryMeta } from '../story.ts';
import { IconButton } from './icon-button.tsx';

export default { title: 'IconButton', component: IconButton } satisfies StoryMeta;

export const Looks = () => (
  <div style={{ display: 'flex', flexWrap: 'wrap', gap: 16, padding: 16, background: 'var(--tile)' }}>
    <IconButton label="Open the menu">
      <Menu />
    </IconButton>
    <IconButton label="Add iPhone 13 Pro to wishlist" look="round" aria-pressed="false">
      <Heart />
    </IconButton>
    <IconButton label="Add Pixel 9 to wishlist" look="line" size="large">
      <Heart />
    </IconButton>
    <IconButton label="Send" look="solid">
      <SendHorizontal />
    </IconButton>
    <IconButton label="Not now" disabled>
      <Heart />
    </IconButton>
  </div>
);
