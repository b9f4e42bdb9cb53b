import { classNames, upTo } from '@kinmel/ui';
import avif440 from '../art/repair-440.avif';
import webp440 from '../art/repair-440.webp';
import avif880 from '../art/repair-880.avif';
import webp880 from '../art/repair-880.webp';
import classes from './repair-picture.module.css';

const sizes = `${upTo('tablet')} 100vw, 440px`;

/** A dismantled phone; decoration. */
export const RepairPicture = ({ className }: { className?: string | undefined }) => (
  <picture className={classNames(classes.tile, className)}>
    <source type="image/avif" srcSet={`${avif440} 440w, ${avif880} 880w`} sizes={sizes} />
    <source type="image/webp" srcSet={`${webp440} 440w, ${webp880} 880w`} sizes={sizes} />
    <img src={webp440} alt="" width={1200} height={1000} />
  </picture>
);
