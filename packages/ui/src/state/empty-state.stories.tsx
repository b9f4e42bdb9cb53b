import { Button } from '../button/button.tsx';
import type { StoryMeta } from '../story.ts';
import { EmptyState } from './empty-state.tsx';

export default { title: 'EmptyState', component: EmptyState } satisfies StoryMeta;

export const Cart = () => (
  <EmptyState
    text="Your cart is empty"
    detail="What you add will wait for you here."
    actions={
      <>
        <Button size="medium">Continue Shopping</Button>
        <Button size="medium" look="ghost">
          View Special Offers
        </Button>
      </>
    }
  />
);
