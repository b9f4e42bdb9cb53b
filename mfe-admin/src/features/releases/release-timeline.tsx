import { useParams } from 'react-router-dom';
import { Lines } from '../../lists/cells.tsx';
import { recordList } from '../../lists/record-list.tsx';
import { column } from '../../lists/table/list-column.ts';
import { formatMoment } from '../../time/shop-time.rules.ts';
import { changeText } from './release-texts.ts';
import { type ChangeRow, releasesApi } from './releases-api.ts';

/** The changes of the part in the address, newest first. */
export const ReleaseTimeline = recordList<ChangeRow>({
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
