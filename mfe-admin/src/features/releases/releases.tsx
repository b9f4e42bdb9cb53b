import { Link } from '@kinmel/web-kit';
import { useMemo } from 'react';
import { DialogButton } from '../../forms/dialog-button.tsx';
import cells from '../../lists/cells.module.css';
import { Lines } from '../../lists/cells.tsx';
import { recordList } from '../../lists/record-list.tsx';
import { recordAddress } from '../../lists/records/record-kinds.rules.ts';
import { StatusBadge } from '../../lists/status/status.tsx';
import { column } from '../../lists/table/list-column.ts';
import { formatMoment } from '../../time/format-moment.ts';
import { ChangeDialog } from './change-dialog.tsx';
import {
  allParts,
  canaryText,
  failuresText,
  freezeText,
  type ReleaseRow,
  rowOf,
  stateOf,
} from './release-texts.ts';
import { releasesApi } from './releases-api.ts';

/** Freezes all parts, or ends the freeze. */
function FreezeAll() {
  const { data, refetch } = releasesApi.useListReleasesQuery();
  const allPartsRow = data && rowOf(data, allParts);
  if (!allPartsRow) return null;
  return (
    <DialogButton text={allPartsRow.freeze ? 'End the freeze of all' : 'Freeze all'}>
      {(close) => (
        <ChangeDialog
          action={allPartsRow.freeze ? 'unfreeze' : 'freeze'}
          row={allPartsRow}
          onClose={close}
          refetch={refetch}
        />
      )}
    </DialogButton>
  );
}

/** The parts of the installation with their active versions. */
export default recordList<ReleaseRow>({
  name: 'releases',
  title: 'Releases',
  noun: 'part',
  canRefresh: true,
  titleActions: () => <FreezeAll />,
  nameOf: ({ id }) => id,
  useRows: () => {
    const { data: answer, ...reply } = releasesApi.useListReleasesQuery(undefined, {
      refetchOnMountOrArgChange: true,
    });
    const data = useMemo(
      () => answer && { rows: answer.parts.flatMap(({ part }) => rowOf(answer, part) ?? []) },
      [answer],
    );
    return { ...reply, data, currentData: data };
  },
  matches: ({ id }, { search }) => id.includes(search.trim().toLowerCase()),
  search: { label: 'Search parts', placeholder: 'Search by name' },
  failed: 'Releases could not be loaded.',
  empty: 'No part is deployed.',
  columns: [
    column(
      'part',
      'Part',
      ({ id }) => (
        <Link to={recordAddress({ kind: 'release', id })} className={cells.name}>
          {id}
        </Link>
      ),
      { sortBy: ({ id }) => id },
    ),
    column('state', 'State', (row) => <StatusBadge status={stateOf(row)} />, { isState: true }),
    column('version', 'Version', ({ release }) => release?.version),
    column(
      'since',
      'Since',
      ({ release }) =>
        release ? <Lines lines={[formatMoment(release.since), `by ${release.who}`]} isUncut /> : null,
      { isHideable: true, sortBy: ({ release }) => release?.since ?? '' },
    ),
    column('canary', 'Canary', ({ release }) => release && canaryText(release)),
    column('freeze', 'Freeze', ({ freeze }) => (freeze ? freezeText(freeze) : null), { isHideable: true }),
    column('failures', 'Failures', ({ release }) =>
      failuresText(release?.versions.find(({ state }) => state === 'active') ?? {}),
    ),
  ],
});
