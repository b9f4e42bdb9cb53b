import type { CSSProperties } from 'react';
import { classNames } from '../class-names.ts';
import classes from './skeleton.module.css';

export interface SkeletonProps {
  /** The form of what is coming: a square tile, a line of text, a button, or a plain block. */
  form?: 'tile' | 'text' | 'button' | 'block' | undefined;
  width?: CSSProperties['width'];
  height?: CSSProperties['height'];
  className?: string | undefined;
}

/** Keeps the place of what is loading. It says nothing by itself: put it in a `Loading`. */
export function Skeleton({ form = 'block', width, height, className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(classes.skeleton, form !== 'block' && classes[form], className)}
      style={{ width, height }}
    />
  );
}
