import type { StoryMeta } from '../story.ts';
import { ButtonLink } from './button-link.tsx';

export default { title: 'ButtonLink', component: ButtonLink } satisfies StoryMeta;

export const Looks = () => (
  <div style={{ display: 'flex', flexWrap: 'wrap', gap: 16 }}>
    <ButtonLink href="/" look="buy">
      Shop Now
    </ButtonLink>
    <ButtonLink href="/" look="line">
      Continue Shopping
    </ButtonLink>
    <ButtonLink href="/" look="ghost">
      View Special Offers
    </ButtonLink>
  </div>
);
