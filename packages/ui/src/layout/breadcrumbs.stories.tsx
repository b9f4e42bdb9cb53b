import type { StoryMeta } from '../story.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';

export default { title: 'Breadcrumbs', component: Breadcrumbs } satisfies StoryMeta;

export const Three = () => (
  <Breadcrumbs
    items={[{ label: 'Home', to: '/' }, { label: 'Categories', to: '/categories' }, { label: 'Smartphones' }]}
  />
);
