import { Container } from '@kinmel/ui';
import sellAvif480 from '@kinmel/ui/art/sell-480.avif';
import sellWebp480 from '@kinmel/ui/art/sell-480.webp';
import sellAvif800 from '@kinmel/ui/art/sell-800.avif';
import sellWebp800 from '@kinmel/ui/art/sell-800.webp';
import { selectUser, useAppSelector, usePageTitle } from '@kinmel/web-kit';
import Banknote from 'lucide-react/icons/banknote';
import Truck from 'lucide-react/icons/truck';
import Zap from 'lucide-react/icons/zap';
import { SellForm } from './sell-form.tsx';
import { promises, sellPhone } from './sell-phone.content.ts';
import classes from './sell-phone-page.module.css';

const sizes = '(max-width: 768px) 100vw, 640px';
const icons = { valuation: Zap, pickup: Truck, payment: Banknote } as const;

/** `/sellyourphone`: one form in two groups, and beside it what the phone may bring (SELL rows). */
export default function SellPhonePage() {
  usePageTitle(sellPhone.title);
  const user = useAppSelector(selectUser);
  return (
    <>
      <header className={classes.hero}>
        <Container className={classes.heroInside}>
          <div className={classes.words}>
            <h1>{sellPhone.title}</h1>
            <p className={classes.lead}>{sellPhone.lead}</p>
            <ol className={classes.steps}>
              {sellPhone.steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </div>
          <picture>
            <source type="image/avif" srcSet={`${sellAvif480} 480w, ${sellAvif800} 800w`} sizes={sizes} />
            <source type="image/webp" srcSet={`${sellWebp480} 480w, ${sellWebp800} 800w`} sizes={sizes} />
            <img
              className={classes.art}
              src={sellWebp480}
              alt=""
              width={1400}
              height={900}
              fetchPriority="high"
            />
          </picture>
        </Container>
      </header>
      <Container className={classes.page}>
        {/* Another person is another form: nothing that one has typed is left for the next. */}
        <SellForm key={user?.id} className={classes.form} estimateClass={classes.estimate} />
        <ul className={classes.promises}>
          {promises.map(({ icon, name, text }) => {
            const Icon = icons[icon];
            return (
              <li key={name}>
                <Icon aria-hidden="true" />
                <span className={classes.promise}>{name}</span>
                <span className={classes.promiseText}>{text}</span>
              </li>
            );
          })}
        </ul>
      </Container>
    </>
  );
}
