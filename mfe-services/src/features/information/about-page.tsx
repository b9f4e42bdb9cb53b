import { ButtonLink, Container, Skeleton } from '@kinmel/ui';
import { findPage, Link, usePageTitle } from '@kinmel/web-kit';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { WithPolicy } from '../../policy/with-policy.tsx';
import classes from './about-page.module.css';
import { aboutTexts } from './information.content.ts';

/** `/about`: the services of the shop, and its promises from the policy record. */
export default function AboutPage() {
  usePageTitle('About');
  return (
    <>
      <header className={classes.hero}>
        <Container className={`stack gap-20 ${classes.heroInside}`}>
          <h1>{aboutTexts.title}</h1>
          <p className="type-lead">{aboutTexts.lead}</p>
        </Container>
      </header>
      <Container page className={classes.page}>
        <section aria-labelledby="what-we-do">
          <h2 id="what-we-do">{aboutTexts.offersTitle}</h2>
          <ul className={`stack above-32 ${classes.offers}`}>
            {aboutTexts.offers
              .filter(({ to }) => findPage(to) !== undefined)
              .map(({ Icon, name, text, link, to }) => (
                <li key={name} className={`stack gap-8 ${classes.offer}`}>
                  <Icon className={classes.icon} />
                  <h3 className="type-card">{name}</h3>
                  <p className={classes.text}>{text}</p>
                  <Link to={to} className={classes.link}>
                    {link}
                    <ArrowRight size={18} />
                  </Link>
                </li>
              ))}
          </ul>
        </section>
        <section aria-labelledby="promises">
          <h2 id="promises">{aboutTexts.promisesTitle}</h2>
          <WithPolicy
            className={`stack above-24 type-value ${classes.promises}`}
            failureText="What we promise could not be loaded. Please try again."
            skeleton={[0, 1, 2, 3, 4].map((line) => <Skeleton key={line} form="text" width="14em" />)}
          >
            {({ returns, warranty, shipping, payments, support }) => (
              <ul className={`stack above-24 type-value ${classes.promises}`}>
                {[
                  returns.sentence,
                  warranty.repairSentence,
                  shipping.sentence,
                  payments.sentence,
                  support.sentence,
                ].map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            )}
          </WithPolicy>
        </section>
        <section aria-labelledby="questions" className={`box ends ${classes.call}`}>
          <div>
            <h2 id="questions" className="type-block">
              {aboutTexts.callTitle}
            </h2>
            <p>{aboutTexts.callText}</p>
          </div>
          <ButtonLink as={Link} to="/contact">
            {aboutTexts.callLink}
          </ButtonLink>
        </section>
      </Container>
    </>
  );
}
