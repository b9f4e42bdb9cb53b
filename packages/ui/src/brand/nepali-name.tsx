import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import classes from './brand.module.css';
import nepaliName from './nepali-name.svg';

/** The shop's name in Nepali, a picture so that no second font is fetched; readers get the word in its language. */
export function NepaliName({ className, ...native }: ComponentProps<'span'>) {
  return (
    <span lang="ne" {...native} className={classNames(classes.nepali, className)}>
      <VisuallyHidden>किनमेल</VisuallyHidden>
      <img src={nepaliName} alt="" width={76} height={24} loading="lazy" />
    </span>
  );
}
