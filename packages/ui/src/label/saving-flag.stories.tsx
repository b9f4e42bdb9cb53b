import type { StoryMeta } from '../story.ts';
import { SavingFlag } from './saving-flag.tsx';

export default { title: 'SavingFlag', component: SavingFlag } satisfies StoryMeta;

export const Sizes = () => (
  <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 16 }}>
    <SavingFlag percent={31} size="small" />
    <SavingFlag percent={31} />
    <SavingFlag percent={31} size="large" />
    <SavingFlag percent={12} lead="SPECIAL OFFER" />
  </div>
);
