import { Container } from '@kinmel/ui';
import type { ReactNode } from 'react';
import classes from './layout.module.css';

interface HeroProps {
  title: string;
  lead: string;
  /** Shown beside the text, on phones below it. */
  picture: ReactNode;
  children: ReactNode;
}

/** The top of a page, with title, lead, further content and a picture. */
export const Hero = ({ title, lead, picture, children }: HeroProps) => (
  <header className={classes.hero}>
    <Container className={`stack gap-48 ${classes.inside}`}>
      <div className={`stack gap-20 ${classes.text}`}>
        <h1>{title}</h1>
        <p className="type-lead">{lead}</p>
        {children}
      </div>
      {picture}
    </Container>
  </header>
);
