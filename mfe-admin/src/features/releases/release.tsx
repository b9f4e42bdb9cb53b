import type { ReleaseVersion } from '@kinmel/contracts';
import { Alert, Button } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { failureText } from '../../failure-text.ts';
import { ContentTitle } from '../../frame/content-title.tsx';
import layout from '../../frame/layout.module.css';
import cells from '../../lists/cells.module.css';
import { Lines, stackedCells } from '../../lists/cells.tsx';
import { ListRows } from '../../lists/list-box.tsx';
import { recordList } from '../../lists/record-list.tsx';
import { RowButton } from '../../lists/row-buttons.tsx';
import { StatusBadge } from '../../lists/status/status.tsx';
import { DataTable, maxRows } from '../../lists/table/data-table.tsx';
import type { ListColumn } from '../../lists/table/list-column.ts';
import { column } from '../../lists/table/list-column.ts';
import { formatMoment } from '../../time/format-moment.ts';
import { ChangeDialog, type RequestedChange } from './change-dialog.tsx';
import {
  allParts,
  canaryText,
  changeText,
  figureTexts,
  freezeText,
  type ReleaseRow,
  rowOf,
  sizeTexts,
} from './release-texts.ts';
import { type ChangeRow, releasesApi } from './releases-api.ts';

type RequestChange = (change: RequestedChange) => void;

interface ChangeButtonProps extends RequestedChange {
  onRequest: RequestChange;
  children: string;
}

const ChangeButton = ({ onRequest, children, ...change }: ChangeButtonProps) => (
  <Button look="line" size="small" onClick={() => onRequest(change)}>
    {children}
  </Button>
);

const columnsOf = (
  requestChange: RequestChange,
  preview: (version: string) => void,
): readonly ListColumn<ReleaseVersion>[] => [
  column('version', 'Version', ({ version, state }) => (
    <span className={cells.actions}>
      <span className={cells.name}>{version}</span>
      {state === 'kept' ? null : <StatusBadge status={state} />}
    </span>
  )),
  column('built', 'Built', ({ builtAt, commit, builder }) => (
    <Lines
      lines={[formatMoment(builtAt), [commit?.slice(0, 10), builder].filter(Boolean).join(', ')]}
      canWrap
    />
  )),
  column('size', 'Size', (version) => <Lines lines={sizeTexts(version)} />),
  column('pacts', 'Contracts', ({ pacts }) => (pacts.length === 0 ? null : `with ${pacts.join(', ')}`)),
  column('figures', 'Failures and vitals (p75)', (version) => {
    const lines = figureTexts(version);
    return lines.length === 0 ? null : <Lines lines={lines} canWrap />;
  }),
  column(
    'actions',
    'Actions',
    ({ version, state }) =>
      state === 'active' ? null : (
        <span className={cells.actions}>
          <RowButton text="Preview" name={version} look="line" onClick={() => preview(version)} />
          <RowButton
            text="Activate"
            name={version}
            look="line"
            onClick={() => requestChange({ action: 'activate', version })}
          />
          <RowButton
            text="Canary"
            name={`of ${version}`}
            look="line"
            onClick={() => requestChange({ action: 'canary', version })}
          />
        </span>
      ),
    { isHeaderHidden: true },
  ),
];

/** The link to the requested preview, or why it could not be created. */
function PreviewLink({ version, url, problem }: { version: string; url?: string; problem?: string }) {
  if (problem) return <Alert tone="bad">{problem}</Alert>;
  if (!url) return null;
  return (
    <Alert tone="info">
      <a href={url}>{`Preview of ${version}`}</a> shows it to whoever opens this link, in that browser, for a
      day.
    </Alert>
  );
}

/** The state of a part and its actions. */
function PartState({ row: { freeze, release }, onRequest }: { row: ReleaseRow; onRequest: RequestChange }) {
  const { canary, previous } = release ?? {};
  const [next] = canary?.steps?.shares ?? [];
  // A freeze of all parts is ended from the list of parts.
  const isOwnFreeze = freeze !== null && freeze === (release?.freeze ?? freeze);
  return (
    <>
      {release ? (
        <p className="type-hint anywhere">
          {`${release.version} for all since ${formatMoment(release.since)} by ${release.who}. Owner: ${release.owner}.`}
        </p>
      ) : null}
      {freeze ? <Alert tone="warn">{freezeText(freeze)}</Alert> : null}
      {release && canary ? (
        <Alert tone="info">
          {`${canaryText(release)} since ${formatMoment(canary.since)}; all others have ${release.version}.`}
        </Alert>
      ) : null}
      <div className="row">
        {next === undefined ? null : (
          <ChangeButton onRequest={onRequest} action="step">{`Next step: ${next} %`}</ChangeButton>
        )}
        {canary || previous ? (
          <ChangeButton onRequest={onRequest} action="rollback">
            {canary ? 'Take the canary back' : `Roll back to ${previous}`}
          </ChangeButton>
        ) : null}
        <ChangeButton onRequest={onRequest} action={isOwnFreeze ? 'unfreeze' : 'freeze'}>
          {isOwnFreeze ? 'End the freeze' : 'Freeze'}
        </ChangeButton>
      </div>
    </>
  );
}

/** The changes of the part in the address, newest first. */
const ReleaseTimeline = recordList<ChangeRow>({
  name: 'release-timeline',
  label: 'Timeline',
  noun: 'change',
  nameOf: ({ id }) => `revision ${id}`,
  useRows: ({ page }) => {
    const { part = '' } = useParams();
    return releasesApi.useListReleaseChangesQuery({ part, page }, { refetchOnMountOrArgChange: true });
  },
  failed: 'The timeline could not be loaded.',
  empty: 'Nothing has changed yet.',
  columns: [
    column('at', 'When', ({ change: { at } }) => <time dateTime={at}>{formatMoment(at)}</time>),
    column('what', 'What', ({ change }) => (
      <Lines lines={[changeText(change), change.isAutomatic ? 'by the gateway itself' : null]} canWrap />
    )),
    column('who', 'Who', ({ change: { who, from } }) => (
      <Lines lines={[who, [from.host, from.commit?.slice(0, 10)].filter(Boolean).join(' at ')]} />
    )),
    column('why', 'Why', ({ change: { why } }) => why),
  ],
});

/** A part with its versions and its timeline; `all` has the timeline of the changes of all parts. */
export default function ReleasePage() {
  const { part = '' } = useParams();
  const [requestedChange, setRequestedChange] = useState<RequestedChange>();
  const { data, error, isFetching, refetch } = releasesApi.useListReleasesQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const row = data && rowOf(data, part);
  const [createPreview, preview] = releasesApi.useCreatePreviewMutation();
  const columns = columnsOf(setRequestedChange, (version) => void createPreview({ part, version }));
  return (
    <>
      <ContentTitle actions={<Link to="/admin/releases">All releases</Link>}>
        {part === allParts ? 'All parts' : part}
      </ContentTitle>
      <ListRows
        isLoading={!data}
        error={error ? 'Releases could not be loaded.' : undefined}
        onRetry={() => void refetch()}
        isFetching={isFetching}
        isEmpty={!row}
        emptyText={`No part ${part} is deployed.`}
      >
        {row ? (
          <div className="stack gap-20">
            <PartState row={row} onRequest={setRequestedChange} />
            {row.release ? (
              <div className={layout.box}>
                <h2 className="type-card">Versions</h2>
                <div aria-live="polite">
                  <PreviewLink
                    version={preview.originalArgs?.version ?? ''}
                    url={preview.data?.url}
                    problem={
                      preview.error && failureText(preview.error, 'The preview link could not be made.')
                    }
                  />
                </div>
                <DataTable
                  label="Versions"
                  rows={row.release.versions}
                  rowId={({ version }) => version}
                  rowName={({ version }) => version}
                  clientPaging={{ page: 1, pageSize: maxRows }}
                  columns={columns}
                  card={stackedCells(columns)}
                />
              </div>
            ) : null}
            <div>
              <h2 className="type-card">Timeline</h2>
              {/* The key reloads it after each change. */}
              <ReleaseTimeline key={row.version} />
            </div>
          </div>
        ) : null}
      </ListRows>
      {row && requestedChange ? (
        <ChangeDialog
          {...requestedChange}
          row={row}
          onClose={() => setRequestedChange(undefined)}
          refetch={refetch}
        />
      ) : null}
    </>
  );
}
