import { Mark, NeedsScript } from '@kinmel/ui';
import type { ReactNode } from 'react';
import phonesAvif480 from '../art/phones-480.avif';
import phonesWebp480 from '../art/phones-480.webp';
import phonesAvif800 from '../art/phones-800.avif';
import phonesWebp800 from '../art/phones-800.webp';
import classes from './forms.module.css';

const sizes = '480px';

/** A column with a form, and a picture of the shop beside it on wide screens. */
export function AccountLayout({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: string;
  children: ReactNode;
}) {
  return (
    <div className={classes.split}>
      <div className={classes.column}>
        <h1>{title}</h1>
        {lead ? <p className="type-lead above-12">{lead}</p> : null}
        <NeedsScript />
        {children}
      </div>
      <div className={classes.art} data-ground="pine" aria-hidden="true">
        <Mark look="tone" className={classes.mark} />
        <picture>
          <source type="image/avif" srcSet={`${phonesAvif480} 480w, ${phonesAvif800} 800w`} sizes={sizes} />
          <source type="image/webp" srcSet={`${phonesWebp480} 480w, ${phonesWebp800} 800w`} sizes={sizes} />
          {/* Lazy: not loaded in narrow windows, where CSS hides it. */}
          <img
            src={phonesWebp480}
            alt=""
            width={800}
            height={800}
            loading="lazy"
            className={classes.phones}
          />
        </picture>
      </div>
    </div>
  );
}
