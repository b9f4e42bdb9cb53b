import type { ComponentProps } from 'react';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';

export interface LoadingProps extends ComponentProps<'div'> {
  /** What readers hear, once for the whole place. */
  text?: string | undefined;
}

/** A place full of skeletons: busy for readers, with one "Loading". */
export function Loading({ text = 'Loading', children, ...native }: LoadingProps) {
  return (
    <div {...native} aria-busy="true">
      <VisuallyHidden as="output">{text}</VisuallyHidden>
      {children}
    </div>
  );
}
