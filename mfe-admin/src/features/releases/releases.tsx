import { Button } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import { useMemo, useState } from 'react';
import layout from '../../frame/layout.module.css';
import cells from '../../lists/cells.module.css';
import { Lines } from '../../lists/cells.tsx';
import { formatMoment } from '../../lists/format-moment.ts';
import type { ShownList } from '../../lists/list-declaration.ts';
import { recordList } from '../../lists/record-list.tsx';
import { recordAddress } from '../../lists/records/record-kinds.rules.ts';
import { StatusBadge } from '../../lists/status/status.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import {
  allParts,
  canaryText,
  failuresText,
  freezeText,
  type ReleaseRow,
  rowOf,
  stateOf,
} from './release.rules.ts';
import { releasesApi } from './releases-api.ts';

/** A row of the list. */
type PartRow = ReleaseRow & {
  readonly release: NonNullable<ReleaseRow['release']>;
  readonly all: ReleaseRow;
};

const activeVersion = ({ release }: PartRow) =>
  release.versions.find(({ version }) => version === release.version);

/** Freezes all parts, or ends that. */
function FreezeAll({ list }: { list: ShownList<PartRow> }) {
  const [isOpen, setOpen] = useState(false);
  const all = list.rows[0]?.all;
  if (!all) return null;
  const [action, text] = all.freeze
    ? (['unfreeze', 'End the freeze of all'] as const)
    : (['freeze', 'Freeze all'] as const);
  return (
    <>
      <Button look="line" size="small" onClick={() => setOpen(true)}>
        {text}
      </Button>
      {isOpen ? (
        <ChangeDialog action={action} row={all} onClose={() => setOpen(false)} onChanged={list.refresh} />
      ) : null}
    </>
  );
}

const PartLink = ({ id }: PartRow) => (
  <Link to={recordAddress({ kind: 'release', id })} className={cells.name}>
    {id}
  </Link>
);

const Since = ({ release: { since, who } }: PartRow) => (
  <Lines lines={[formatMoment(since), who && `by ${who}`].filter(Boolean)} />
);

/** The parts of the installation with their active versions. */
export default recordList<PartRow>({
  name: 'releases',
  label: 'Releases',
  title: 'Releases',
  noun: 'part',
  canRefresh: true,
  titleActions: (list) => <FreezeAll list={list} />,
  nameOf: ({ id }) => id,
  useRows: () => {
    const { data: answer, ...reply } = releasesApi.useListReleasesQuery(undefined, {
      refetchOnMountOrArgChange: true,
    });
    const data = useMemo(() => {
      const all = answer && rowOf(answer, allParts);
      const rows = answer?.parts.flatMap(({ part }) => {
        const row = rowOf(answer, part);
        return all && row?.release ? [{ ...row, release: row.release, all }] : [];
      });
      return rows && { rows };
    }, [answer]);
    return { ...reply, data, currentData: data };
  },
  matches: ({ id }, { search }) => id.includes(search.trim().toLowerCase()),
  search: { label: 'Search parts', placeholder: 'Search by name' },
  failed: 'Releases could not be loaded.',
  empty: 'No part is deployed.',
  columns: [
    { key: 'part', header: 'Part', cell: PartLink, sortBy: ({ id }) => id },
    { key: 'state', header: 'State', cell: (row) => <StatusBadge status={stateOf(row)} /> },
    { key: 'version', header: 'Version', cell: ({ release }) => release.version },
    { key: 'since', header: 'Since', isHideable: true, cell: Since, sortBy: ({ release }) => release.since },
    { key: 'canary', header: 'Canary', cell: ({ release }) => canaryText(release) || '–' },
    {
      key: 'freeze',
      header: 'Freeze',
      isHideable: true,
      cell: ({ freeze }) => (freeze ? freezeText(freeze) : '–'),
    },
    { key: 'failures', header: 'Failures', cell: (row) => failuresText(activeVersion(row)) || '–' },
  ],
  card: (row) => (
    <div className={cells.stack}>
      <span className={layout.spread}>
        <PartLink {...row} />
        <StatusBadge status={stateOf(row)} />
      </span>
      <Lines
        canWrap
        lines={[
          row.release.version,
          `since ${formatMoment(row.release.since)} by ${row.release.who}`,
          canaryText(row.release),
          row.freeze ? freezeText(row.freeze) : '',
          failuresText(activeVersion(row)),
        ].filter(Boolean)}
      />
    </div>
  ),
});
