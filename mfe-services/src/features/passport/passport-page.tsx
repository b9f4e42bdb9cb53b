import type { Passport } from '@kinmel/contracts';
import { Button, ButtonLink, Container, EmptyState, ErrorState, Loading, Skeleton } from '@kinmel/ui';
import { apiProblem, formatDate, Link, useHydrated, usePageTitle } from '@kinmel/web-kit';
import { useParams } from 'react-router-dom';
import { renderSVG } from 'uqr';
import { brandNames, colorNames, storageNames } from '../../requests/choices.rules.ts';
import { type Fact, Facts } from '../../requests/tracking/facts.tsx';
import { useGetPassportQuery } from './passport-api.ts';
import classes from './passport-page.module.css';

/** `/passport/:token`: what the shop knows of a pre-loved phone, for anybody with its code. */
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
const works = (doesWork: boolean) => (doesWork ? 'Works' : 'Does not work');

function inspectedFacts({ at, grade, checklist }: Passport['inspection']): readonly Fact[] {
  return [
    ['Grade', grade ?? 'None'],
    ['Screen', wearNames[checklist.screen]],
    ['Body', wearNames[checklist.body]],
    ['Battery', `${checklist.batteryHealthPercent} % of its capacity`],
    ['Buttons', works(checklist.doButtonsWork)],
    ['Cameras', works(checklist.doCamerasWork)],
    ['Network', works(checklist.doesNetworkWork)],
    ['On', formatDate(at, 'long')],
  ];
}

function Content({ token }: { token: string }) {
  const { currentData, error, isFetching, refetch } = useGetPassportQuery(token);
  if (currentData) return <Shown passport={currentData} />;
  if (error === undefined)
    return (
      <Loading>
        <Skeleton height={320} />
      </Loading>
    );
  return [400, 404].includes(apiProblem(error).status ?? 0) ? (
    <EmptyState
      text="There is no phone with this code. Please scan it once more."
      actions={
        <ButtonLink as={Link} to="/contact" look="line">
          Contact us
        </ButtonLink>
      }
    />
  ) : (
    <ErrorState
      text="The passport could not be loaded. Please try again."
      onRetry={() => void refetch()}
      busy={isFetching}
    />
  );
}

/** A QR code of this page's address, for the printed passport. A server does not know the address. */
function PageCode() {
  const text = useHydrated() ? renderSVG(location.origin + location.pathname) : '';
  const source = `data:image/svg+xml,${encodeURIComponent(text)}`;
  return text ? <img className={classes.code} src={source} alt="QR code of this passport" /> : null;
}

function Shown({ passport }: { passport: Passport }) {
  const { brand, model, storage, color, identifiers, inspection, parts, photos, warrantyUntil } = passport;
  const name = brand === 'other' ? model : `${brandNames[brand]} ${model}`;
  return (
    <>
      <section aria-label="Phone">
        <h2 className="type-block">
          {name}, {storageNames[storage]}, {colorNames[color]}
        </h2>
        <Facts
          facts={[
            ...identifiers.map(({ kind, lastFour }) => [identifierNames[kind], `…${lastFour}`] as const),
            [
              'Warranty',
              warrantyUntil ? `Until ${formatDate(warrantyUntil, 'long')}` : 'Starts with the sale',
            ],
          ]}
        />
      </section>
      <section aria-labelledby="inspected">
        <h2 id="inspected" className="type-block">
          What we inspected
        </h2>
        <Facts facts={inspectedFacts(inspection)} />
      </section>
      <section aria-labelledby="parts">
        <h2 id="parts" className="type-block">
          Parts replaced
        </h2>
        {parts.length === 0 ? <p>None. It has the parts it was made with, as far as we know.</p> : null}
        <Facts facts={parts.map((part) => [part.name, formatDate(part.at, 'long')] as const)} />
      </section>
      <div className={classes.photos}>
        {photos.map((path, index) => (
          <img key={path} src={path} alt={`${name}, as we inspected it, ${index + 1}`} />
        ))}
      </div>
      <PageCode />
      <Button look="line" className={classes.print} onClick={() => window.print()}>
        Print
      </Button>
    </>
  );
}
