import { ArtPicture, artOf, Container, upTo } from '@kinmel/ui';
import sellAvif480 from '@kinmel/ui/art/sell-480.avif';
import sellWebp480 from '@kinmel/ui/art/sell-480.webp';
import sellAvif800 from '@kinmel/ui/art/sell-800.avif';
import sellWebp800 from '@kinmel/ui/art/sell-800.webp';
import { selectUser, useAppSelector, usePageTitle } from '@kinmel/web-kit';
import Banknote from 'lucide-react/icons/banknote';
import Truck from 'lucide-react/icons/truck';
import Zap from 'lucide-react/icons/zap';
import { Hero } from '../../layout/hero.tsx';
import { SellForm } from './sell-form.tsx';
import classes from './sell-phone-page.module.css';

const sizes = `${upTo('phone')} 100vw, 640px`;
const phone = artOf([480, 800], [sellAvif480, sellAvif800], [sellWebp480, sellWebp800], 514);
const title = 'Sell Your Phone';
const steps = ['Send the details', 'Get a quote', 'Pickup and payment'];
const promises = [
  { Icon: Zap, name: 'Instant valuation', text: 'An estimate as you type' },
  { Icon: Truck, name: 'Door-step pickup', text: 'We come to you' },
  { Icon: Banknote, name: 'Same-day payment', text: 'After the check at your door' },
];

/** `/sellyourphone`: the form with an estimate beside it. */
export default function SellPhonePage() {
  usePageTitle(title);
  const user = useAppSelector(selectUser);
  return (
    <>
      <Hero
        title={title}
        lead="Tell us about it. We contact you within 24 hours with a quote, pick it up at your door and pay the same day."
        picture={<ArtPicture art={phone} sizes={sizes} priority className={classes.art} />}
      >
        <ol className={`buttons above-12 type-value ${classes.steps}`}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Hero>
      <Container page className={classes.page}>
        {/* A new form for another user. */}
        <SellForm key={user?.id} className={classes.form} estimateClass={classes.estimate} />
        <ul className={`stack gap-20 ${classes.promises}`}>
          {promises.map(({ Icon, name, text }) => (
            <li key={name}>
              <Icon />
              <span className="type-strong">{name}</span>
              <span className="type-detail">{text}</span>
            </li>
          ))}
        </ul>
      </Container>
    </>
  );
}
