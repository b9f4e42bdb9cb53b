import type { Passport } from '@kinmel/contracts';
import { gradeText, phoneName, usedPhoneName } from '@kinmel/contracts/browser';
import {
  Button,
  ButtonLink,
  Container,
  EmptyState,
  type Fact,
  Facts,
  RequestState,
  Skeleton,
} from '@kinmel/ui';
import { apiProblem, formatDate, Link, useHydrated, usePageTitle } from '@kinmel/web-kit';
import { useParams } from 'react-router-dom';
import { renderSVG } from 'uqr';
import { passportApi } from './passport-api.ts';
import classes from './passport-page.module.css';

/** `/passport/:token`: what the shop knows about a pre-loved phone, visible to everyone who has its code. */
export default function PassportPage() {
  usePageTitle('Passport of a phone');
  const { token = '' } = useParams();
  return (
    <Container page className={classes.page}>
      <h1>Passport of a phone</h1>
      <Content token={token} />
    </Container>
  );
}

const wearNames = { none: 'No traces', light: 'Light traces', visible: 'Visible traces', broken: 'Broken' };
const identifierNames = { imei: 'IMEI', meid: 'MEID', serial: 'Serial' };
const worksText = (doesWork: boolean) => (doesWork ? 'Works' : 'Does not work');

function inspectedFacts({ at, grade, checklist }: Passport['inspection']): readonly Fact[] {
  return [
    ['Grade', grade ? gradeText(grade) : 'None'],
    ['Screen', wearNames[checklist.screen]],
    ['Body', wearNames[checklist.body]],
    ['Battery', `${checklist.batteryHealthPercent} % of its capacity`],
    ['Buttons', worksText(checklist.doButtonsWork)],
    ['Cameras', worksText(checklist.doCamerasWork)],
    ['Network', worksText(checklist.doesNetworkWork)],
    ['On', formatDate(at, 'long')],
  ];
}

function Content({ token }: { token: string }) {
  const request = passportApi.useGetPassportQuery(token);
  if (request.currentData) return <PassportView passport={request.currentData} />;
  return [400, 404].includes(apiProblem(request.error).status ?? 0) ? (
    <EmptyState
      text="There is no phone with this code. Please scan it once more."
      actions={
        <ButtonLink as={Link} to="/contact" look="line">
          Contact us
        </ButtonLink>
      }
    />
  ) : (
    <RequestState request={request} text="The passport could not be loaded. Please try again.">
      <Skeleton height={320} />
    </RequestState>
  );
}

/**
 * A QR code of this page's address, for the printed passport; rendered in the browser, because the server does not know
 * the address.
 */
function PageCode() {
  const text = useHydrated() ? renderSVG(location.origin + location.pathname) : '';
  const source = `data:image/svg+xml,${encodeURIComponent(text)}`;
  return text ? <img className={classes.code} src={source} alt="QR code of this passport" /> : null;
}

function PassportView({ passport }: { passport: Passport }) {
  const { identifiers, inspection, parts, photos, warrantyUntil } = passport;
  const warranty = warrantyUntil ? `Until ${formatDate(warrantyUntil, 'long')}` : 'Starts with the sale';
  const sections: readonly (readonly [title: string, facts: readonly Fact[]])[] = [
    [
      usedPhoneName(passport),
      [
        ...identifiers.map(({ kind, lastFour }): Fact => [identifierNames[kind], `…${lastFour}`]),
        ['Warranty', warranty],
      ],
    ],
    ['What we inspected', inspectedFacts(inspection)],
    ['Parts replaced', parts.map((part): Fact => [part.name, formatDate(part.at, 'long')])],
  ];
  return (
    <>
      {sections.map(([title, facts]) => (
        <section key={title} aria-label={title}>
          <h2 className="type-block">{title}</h2>
          {facts.length === 0 ? <p>None. It has the parts it was made with, as far as we know.</p> : null}
          <Facts facts={facts} />
        </section>
      ))}
      <div className={`stack gap-16 ${classes.photos}`}>
        {photos.map((path, index) => (
          <img key={path} src={path} alt={`${phoneName(passport)}, as we inspected it, ${index + 1}`} />
        ))}
      </div>
      <PageCode />
      <Button look="line" className={classes.print} onClick={() => window.print()}>
        Print
      </Button>
    </>
  );
}
