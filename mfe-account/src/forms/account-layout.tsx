import { ArtPicture, artOf, Mark, NeedsScript } from '@kinmel/ui';
import type { ReactNode } from 'react';
import phonesAvif480 from '../art/phones-480.avif';
import phonesWebp480 from '../art/phones-480.webp';
import phonesAvif800 from '../art/phones-800.avif';
import phonesWebp800 from '../art/phones-800.webp';
import classes from './forms.module.css';

const phones = artOf([480, 800], [phonesAvif480, phonesAvif800], [phonesWebp480, phonesWebp800]);

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
        {/* Lazy: not loaded in narrow windows, where CSS hides it. */}
        <ArtPicture art={phones} sizes="480px" className={classes.phones} />
      </div>
    </div>
  );
}
