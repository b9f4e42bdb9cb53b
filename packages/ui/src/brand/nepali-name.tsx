import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import classes from './brand.module.css';
import nepaliName from './nepali-name.svg';

/** The shop's name in Nepali, as a picture to avoid a second font; screen readers get the word with its language. */
export function NepaliName({ className, ...native }: ComponentProps<'span'>) {
  return (
    <span lang="ne" {...native} className={classNames(classes.nepali, className)}>
      <VisuallyHidden>किनमेल</VisuallyHidden>
      <img src={nepaliName} alt="" width={76} height={24} loading="lazy" />
    </span>
  );
}
