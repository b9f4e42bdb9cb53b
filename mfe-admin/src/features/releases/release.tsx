import type { ReleaseVersion } from '@kinmel/contracts';
import { Alert, Button, ErrorState } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router-dom';
import { ContentTitle } from '../../frame/content-title.tsx';
import layout from '../../frame/layout.module.css';
import { Placeholder } from '../../frame/retry-alert.tsx';
import cells from '../../lists/cells.module.css';
import { Lines } from '../../lists/cells.tsx';
import { formatMoment } from '../../lists/format-moment.ts';
import { StatusBadge } from '../../lists/status/status.tsx';
import { DataTable, maxRows } from '../../lists/table/data-table.tsx';
import { type AskedChange, ChangeDialog } from './change-dialog.tsx';
import {
  allParts,
  canaryText,
  failuresText,
  freezeText,
  type ReleaseRow,
  rowOf,
  sizeChangeText,
  sizeText,
  vitalTexts,
} from './release.rules.ts';
import { ReleaseTimeline } from './release-timeline.tsx';
import { releasesApi } from './releases-api.ts';

type Ask = (change: AskedChange) => void;

function VersionActions({ version: { version, state }, ask }: { version: ReleaseVersion; ask: Ask }) {
  if (state === 'active') return null;
  return (
    <span className={cells.actions}>
      <Button
        look="line"
        size="small"
        aria-label={`Activate ${version}`}
        onClick={() => ask({ action: 'activate', version })}
      >
        Activate
      </Button>
      <Button
        look="line"
        size="small"
        aria-label={`Canary of ${version}`}
        onClick={() => ask({ action: 'canary', version })}
      >
        Canary
      </Button>
    </span>
  );
}

const VersionName = ({ version: { version, state } }: { version: ReleaseVersion }) => (
  <span className={cells.actions}>
    <span className={cells.name}>{version}</span>
    {state === 'kept' ? null : <StatusBadge status={state} />}
  </span>
);

const sourceLines = ({ builtAt, commit, builder }: ReleaseVersion) => [
  formatMoment(builtAt),
  [commit?.slice(0, 10), builder].filter(Boolean).join(', '),
];

/** All stored versions, each with the figures of the one before it. */
function Versions({ row, ask }: { row: ReleaseRow; ask: Ask }) {
  const versions = row.release?.versions ?? [];
  const figuresOf = (version: ReleaseVersion) => {
    const before = versions[versions.indexOf(version) + 1];
    const failures = failuresText(version);
    return failures === '' ? [] : [failures, ...vitalTexts(version, before)];
  };
  const sizeLines = (version: ReleaseVersion) => [sizeText(version), sizeChangeText(version)].filter(Boolean);
  return (
    <DataTable<ReleaseVersion>
      label="Versions"
      rows={versions}
      rowId={({ version }) => version}
      rowName={({ version }) => version}
      whole={{ page: 1, pageSize: maxRows }}
      columns={[
        { key: 'version', header: 'Version', cell: (version) => <VersionName version={version} /> },
        { key: 'built', header: 'Built', cell: (version) => <Lines lines={sourceLines(version)} /> },
        {
          key: 'size',
          header: 'Size',
          align: 'end',
          cell: (version) => <Lines lines={sizeLines(version)} />,
        },
        { key: 'pacts', header: 'Contracts with', cell: ({ pacts }) => pacts.join(', ') || '–' },
        {
          key: 'figures',
          header: 'Failures and vitals (p75)',
          cell: (version) => {
            const lines = figuresOf(version);
            return lines.length === 0 ? '–' : <Lines lines={lines} />;
          },
        },
        {
          key: 'actions',
          header: 'Actions',
          isHeaderHidden: true,
          cell: (version) => <VersionActions version={version} ask={ask} />,
        },
      ]}
      card={(version) => (
        <div className={cells.stack}>
          <VersionName version={version} />
          <Lines
            canWrap
            lines={[
              sizeLines(version).join(', '),
              ...sourceLines(version),
              version.pacts.length === 0 ? '' : `Contracts with ${version.pacts.join(', ')}`,
              ...figuresOf(version),
            ].filter(Boolean)}
          />
          <VersionActions version={version} ask={ask} />
        </div>
      )}
    />
  );
}

/** The freeze and the canary of a part, with the ways on. */
function Notices({ row: { freeze, release }, ask }: { row: ReleaseRow; ask: Ask }) {
  const [next] = release?.canary?.steps?.shares ?? [];
  return (
    <>
      {freeze ? <Alert tone="warn">{freezeText(freeze)}</Alert> : null}
      {release?.canary ? (
        <Alert tone="info">
          {canaryText(release)} since {formatMoment(release.canary.since)}, all others {release.version}.{' '}
          {next === undefined ? null : (
            <Button look="line" size="small" onClick={() => ask({ action: 'step' })}>
              Next step: {next} %
            </Button>
          )}
        </Alert>
      ) : null}
    </>
  );
}

function PartActions({ row: { release, freeze }, ask }: { row: ReleaseRow; ask: Ask }) {
  // The freeze of all parts ends on the list.
  const isOwnFreeze = release ? release.freeze !== null : freeze !== null;
  const freezing = isOwnFreeze ? 'unfreeze' : 'freeze';
  return (
    <>
      {release?.canary || release?.previous ? (
        <Button look="line" size="small" onClick={() => ask({ action: 'rollback' })}>
          {release.canary ? 'Take the canary back' : `Roll back to ${release.previous}`}
        </Button>
      ) : null}
      <Button look="line" size="small" onClick={() => ask({ action: freezing })}>
        {isOwnFreeze ? 'End the freeze' : 'Freeze'}
      </Button>
    </>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={layout.stack} aria-label={title}>
    <h2 className={layout.cardTitle}>{title}</h2>
    {children}
  </section>
);

/** A part with its versions and its timeline; `all` has the timeline of all parts together. */
export default function ReleasePage() {
  const { part = '' } = useParams();
  const [asked, setAsked] = useState<AskedChange>();
  const { data, error, isFetching, refetch } = releasesApi.useListReleasesQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const row = data && rowOf(data, part);
  const title = part === allParts ? 'All parts' : part;
  if (!row || error) {
    return (
      <>
        <ContentTitle>{title}</ContentTitle>
        {!data && !error ? (
          <Placeholder height={480} />
        ) : (
          <ErrorState
            text={error ? 'Releases could not be loaded.' : `No part ${part} is deployed.`}
            onRetry={error ? () => void refetch() : undefined}
            busy={isFetching}
          />
        )}
        <p>
          <Link to="/admin/releases">All releases</Link>
        </p>
      </>
    );
  }
  return (
    <>
      <ContentTitle actions={<PartActions row={row} ask={setAsked} />}>{title}</ContentTitle>
      <div className={layout.fields}>
        <p className={layout.detail}>
          {row.release
            ? `${row.release.version} for all since ${formatMoment(row.release.since)} by ${row.release.who}. Owner: ${row.release.owner}. `
            : null}
          <Link to="/admin/releases">All releases</Link>
        </p>
        <Notices row={row} ask={setAsked} />
        {row.release ? (
          <Section title="Versions">
            <div className={layout.box}>
              <Versions row={row} ask={setAsked} />
            </div>
          </Section>
        ) : null}
        <Section title="Timeline">
          {/* Loaded again after each change. */}
          <ReleaseTimeline key={row.version} />
        </Section>
      </div>
      {asked ? (
        <ChangeDialog
          {...asked}
          row={row}
          onClose={() => setAsked(undefined)}
          onChanged={() => void refetch()}
        />
      ) : null}
    </>
  );
}
