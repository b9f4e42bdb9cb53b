import type { StoryMeta } from '../story.ts';
import { Container } from './container.tsx';

export default { title: 'Container', component: Container } satisfies StoryMeta;

export const Column = () => (
  <Container>
    <p style={{ background: 'var(--mist)' }}>At most 1312 px wide.</p>
  </Container>
);
