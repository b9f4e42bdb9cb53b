import type { ReleaseChange } from '@kinmel/contracts';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import cells from '../../lists/cells.module.css';
import { Lines } from '../../lists/cells.tsx';
import { formatMoment } from '../../lists/format-moment.ts';
import type { ListReply } from '../../lists/list-declaration.ts';
import { recordList } from '../../lists/record-list.tsx';
import { changeText } from './release.rules.ts';
import { changesPerPage, releasesApi } from './releases-api.ts';

type ChangeRow = ReleaseChange & { readonly id: string };

const whoText = ({ who, from: { host, commit } }: ChangeRow) => [
  who,
  [host, commit?.slice(0, 10)].filter(Boolean).join(' at '),
];

const whatLines = (change: ChangeRow) =>
  [changeText(change), change.isAutomatic ? 'made by the gateway itself' : ''].filter(Boolean);

/** The changes of the part in the address, newest first. */
export const ReleaseTimeline = recordList<ChangeRow>({
  name: 'release-timeline',
  label: 'Timeline',
  noun: 'change',
  nameOf: ({ revision }) => `revision ${revision}`,
  useRows: ({ page }): ListReply<ChangeRow> => {
    const { part = '' } = useParams();
    const { data: answer, ...reply } = releasesApi.useListReleaseChangesQuery(
      { part, page },
      { refetchOnMountOrArgChange: true },
    );
    const data = useMemo(
      () => answer && { ...answer, rows: answer.rows.map((row) => ({ ...row, id: String(row.revision) })) },
      [answer],
    );
    return { ...reply, data, currentData: reply.currentData && data };
  },
  pageSize: changesPerPage,
  failed: 'The timeline could not be loaded.',
  empty: 'Nothing has changed yet.',
  columns: [
    {
      key: 'at',
      header: 'When',
      cell: ({ at }) => (
        <time dateTime={at} className={cells.nowrap}>
          {formatMoment(at)}
        </time>
      ),
    },
    { key: 'what', header: 'What', cell: (change) => <Lines lines={whatLines(change)} /> },
    { key: 'who', header: 'Who', cell: (change) => <Lines lines={whoText(change)} /> },
    { key: 'why', header: 'Why', cell: ({ why }) => why },
  ],
  card: (change) => (
    <Lines
      canWrap
      lines={[...whatLines(change), `${formatMoment(change.at)}, ${whoText(change).join(', ')}`, change.why]}
    />
  ),
});
