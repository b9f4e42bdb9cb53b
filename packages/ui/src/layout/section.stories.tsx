import { ButtonLink } from '../button/button-link.tsx';
import type { StoryMeta } from '../story.ts';
import { Section } from './section.tsx';

export default { title: 'Section', component: Section } satisfies StoryMeta;

export const WithAction = () => (
  <Section
    title="Premium pre-loved smartphones"
    lead="Checked, cleaned and ready for a second owner."
    action={
      <ButtonLink href="/" look="line">
        View All (12)
      </ButtonLink>
    }
  >
    <p>Content</p>
  </Section>
);
