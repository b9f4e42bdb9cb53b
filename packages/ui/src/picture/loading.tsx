import type { ComponentProps } from 'react';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';

export interface LoadingProps extends ComponentProps<'div'> {
  /** Announced once for the whole region. */
  text?: string | undefined;
}

/** A region of skeletons, marked as busy, with one announcement. */
export function Loading({ text = 'Loading', children, ...native }: LoadingProps) {
  return (
    <div {...native} aria-busy="true">
      <VisuallyHidden as="output">{text}</VisuallyHidden>
      {children}
    </div>
  );
}
