import { ArtPicture, Breadcrumbs, Container, classNames, upTo } from '@kinmel/ui';
import { Link, usePageTitle } from '@kinmel/web-kit';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { graphiteLaptopArt, naturalPhoneArt, pineWatchArt, sandHeadphonesArt } from '../../art/art.ts';
import tile from '../../art/art-tile.module.css';
import classes from './categories-page.module.css';

const tiles = [
  {
    name: 'Smartphones',
    text: 'New, pre-loved and Galaxy',
    to: '/smartphone',
    art: naturalPhoneArt,
    look: 'dark',
  },
  { name: 'Accessories', text: 'Watches and bands', to: '/watches', art: pineWatchArt, look: 'low' },
  { name: 'Laptops', text: 'For study, work and play', to: '/laptops', art: graphiteLaptopArt, look: 'low' },
  { name: 'Earphones', text: 'In ear and over ear', to: '/airpods', art: sandHeadphonesArt, look: 'plain' },
] as const;

/** `/categories`: the four groups of products. */
export default function CategoriesPage() {
  usePageTitle('Categories');
  return (
    <Container page>
      <Breadcrumbs link={Link} items={[{ label: 'Home', to: '/' }, { label: 'Categories' }]} />
      <h1 className={classes.title}>Categories</h1>
      <ul className={classes.tiles}>
        {tiles.map(({ name, text, to, art, look }, position) => (
          <li key={name}>
            <Link to={to} className={classNames(tile.tile, classes.tile, classes[look])}>
              <span className={classes.name}>{name}</span>
              <span className={classes.text}>{text}</span>
              <ArrowRight className={tile.arrow} />
              <ArtPicture
                art={art}
                sizes={`${upTo('phone')} 184px, 400px`}
                priority={position === 0}
                className={`${tile.art} ${classes.art}`}
              />
            </Link>
          </li>
        ))}
      </ul>
    </Container>
  );
}
