import type { StoryMeta } from '../story.ts';
import { Price } from './price.tsx';

export default { title: 'Price', component: Price } satisfies StoryMeta;

export const Card = () => <Price price="NPR 121,900" oldPrice="NPR 144,900" saving="You save NPR 23,000" />;
export const Page = () => (
  <Price look="page" price="NPR 91,500" oldPrice="NPR 131,900" saving="You save NPR 40,400 (31%)" />
);
export const Total = () => <Price look="total" price="NPR 391,824" />;
export const Line = () => <Price look="line" price="NPR 1,234.50" oldPrice="NPR 1,400" />;
