import type { StoryMeta } from '../story.ts';
import { Chip } from './chip.tsx';

export default { title: 'Chip', component: Chip } satisfies StoryMeta;

export const Looks = () => (
  <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
    <Chip look="pine">Pre-loved</Chip>
    <Chip>Out of Stock</Chip>
    <Chip look="marigold">GALAXY12</Chip>
    <Chip onRemove={() => {}} removeLabel="Remove filter Smartphones">
      Smartphones
    </Chip>
    <Chip look="line" onPress={() => {}}>
      Delivery
    </Chip>
  </div>
);
