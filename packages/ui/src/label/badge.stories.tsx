import ShoppingBag from 'lucide-react/icons/shopping-bag';
import type { StoryMeta } from '../story.ts';
import { Badge } from './badge.tsx';

export default { title: 'Badge', component: Badge } satisfies StoryMeta;

const Bag = ({ count }: { count: number }) => (
  <a href="/cart" aria-label={count === 0 ? 'Cart' : undefined} style={{ position: 'relative', padding: 11 }}>
    <ShoppingBag size={22} />
    <span style={{ position: 'absolute', top: 0, right: 0 }}>
      <Badge count={count} label={`Cart, ${count} items`} />
    </span>
  </a>
);

export const Counts = () => (
  <div style={{ display: 'flex', gap: 16 }}>
    <Bag count={0} />
    <Bag count={4} />
    <Bag count={120} />
  </div>
);
