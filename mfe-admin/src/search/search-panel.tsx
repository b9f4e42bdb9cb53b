import { Field, TextInput } from '@kinmel/ui';
import Search from 'lucide-react/icons/search';
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useNavigate } from 'react-router-dom';
import { RetryAlert } from '../frame/retry-alert.tsx';
import { StatusBadge } from '../lists/status/status.tsx';
import { debounceMs } from '../lists/toolbar/search-box.tsx';
import { labelledDevice, minSearchLength } from './search.rules.ts';
import classes from './search-panel.module.css';
import { searchSources, shownPerKind, useFoundAddress } from './search-sources.ts';

/** The records that all services find, by kind. A failed service leaves the other groups. */
function useResults(search: string) {
  const addressOf = useFoundAddress();
  const device = labelledDevice(search);
  const isSearchable = device === undefined && search.length >= minSearchLength;
  // The same sources in each render, as the order of hooks must be.
  const replies = searchSources.map(({ useGroup }) => useGroup(search, isSearchable));
  const labelledRecord = { id: device ?? '', title: 'The device of this label', detail: '' };
  const results: readonly Pick<(typeof replies)[number], 'heading' | 'kind' | 'records' | 'hasMore'>[] =
    device === undefined
      ? replies
      : [{ heading: 'Devices', kind: 'device', records: [labelledRecord], hasMore: false }];
  const groups = results.map(({ heading, kind, records, hasMore }) => ({
    heading: hasMore ? `${heading} (first ${shownPerKind})` : heading,
    options: records.map((record) => ({
      ...record,
      key: `${kind}-${record.id}`,
      address: addressOf(kind, record),
    })),
  }));
  const failed = replies.filter(({ hasFailed }) => hasFailed);
  return {
    isAsked: isSearchable || device !== undefined,
    groups: groups.filter(({ options }) => options.length > 0),
    isLoading: replies.some(
      ({ isFetching, records, hasFailed }) => isFetching && !hasFailed && records.length === 0,
    ),
    failed,
    retry: {
      isFetching: failed.some(({ isFetching }) => isFetching),
      refetch: () => {
        for (const { refetch } of failed) void refetch();
      },
    },
  };
}

type Group = ReturnType<typeof useResults>['groups'][number];

export interface SearchPanelProps {
  field: RefObject<HTMLInputElement | null>;
  onClose: () => void;
}

/**
 * The content of the search dialog (ARIA combobox with a listbox). The focus stays in the field. A scanner types its
 * code and Enter before there are results: then the only one opens when all are there.
 */
export default function SearchPanel({ field, onClose }: SearchPanelProps) {
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const [isEntered, setEntered] = useState(false);
  const [choice, setChoice] = useState<string>();
  const isLeaving = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const navigate = useNavigate();
  const listId = useId();
  const { isAsked, groups, isLoading, failed, retry } = useResults(search);
  const isCurrent = search === text.trim();
  const options = groups.flatMap((group) => group.options);
  // While groups still come in, the first option may change: Enter must open what was seen.
  const active = options.find(({ key }) => key === choice) ?? (isLoading ? undefined : options[0]);
  const onlyAddress =
    isEntered && isCurrent && !isLoading && options.length === 1 ? options[0]?.address : undefined;
  const optionId = (key: string) => `${listId}-${key}`;

  useEffect(() => {
    // The dialog is open already when its code is loaded.
    field.current?.focus();
    return () => clearTimeout(timer.current);
  }, [field]);
  const open = (address: string) => {
    // The closing dialog is rendered some more times.
    if (isLeaving.current) return;
    isLeaving.current = true;
    onClose();
    void navigate(address);
  };
  useEffect(() => {
    if (onlyAddress !== undefined) open(onlyAddress);
  });
  const activeId = active && optionId(active.key);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const startSearch = (next: string) => {
    clearTimeout(timer.current);
    setSearch(next.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') {
      event.preventDefault();
      if (isCurrent && active) return open(active.address);
      setEntered(true);
      startSearch(text);
    } else if (step !== undefined && options.length > 0) {
      event.preventDefault();
      const index = active ? options.indexOf(active) : step > 0 ? -1 : 0;
      setChoice(options.at((index + step) % options.length)?.key);
    }
  };

  // HTML has no element for a combobox whose options are grouped and have several lines.
  const combobox = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': options.length > 0,
    'aria-controls': listId,
    'aria-activedescendant': activeId,
  } as const;
  const listbox = { id: listId, role: 'listbox', 'aria-label': 'Results' } as const;
  const groupOf = ({ heading }: Group) => ({ role: 'group', 'aria-label': heading }) as const;
  const optionOf = (option: Group['options'][number]) =>
    ({
      id: optionId(option.key),
      role: 'option',
      'aria-selected': option === active,
      // The field keeps the focus, as it handles the keys.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      onPointerMove: () => setChoice(option.key),
      onClick: () => open(option.address),
    }) as const;

  const outcome = !isAsked
    ? 'By order number, name, email, phone, IMEI or product. A scanned label opens its device.'
    : isLoading
      ? 'Searching…'
      : options.length > 0
        ? `${options.length} found`
        : failed.length > 0
          ? ''
          : `Nothing was found for “${search}”.`;
  return (
    <div className={`stack gap-12 ${classes.panel}`}>
      <Field label="Search for anything" hideLabel>
        <TextInput
          ref={field}
          before={<Search size={20} />}
          {...combobox}
          autoComplete="off"
          inputMode="search"
          enterKeyHint="search"
          placeholder="Search for anything"
          maxLength={100}
          value={text}
          onChange={({ target }) => {
            isLeaving.current = false;
            setText(target.value);
            setEntered(false);
            setChoice(undefined);
            clearTimeout(timer.current);
            timer.current = setTimeout(() => startSearch(target.value), debounceMs);
          }}
          onKeyDown={onKeyDown}
        />
      </Field>
      {/* One element, so that each change is announced. */}
      <output className={isLoading || options.length === 0 ? classes.outcome : classes.hidden}>
        {outcome}
      </output>
      {failed.length > 0 ? (
        <RetryAlert part="search" request={retry}>
          {`${failed.map(({ heading }) => heading).join(', ')} could not be searched.`}
        </RetryAlert>
      ) : null}
      <div {...listbox} hidden={options.length === 0}>
        {groups.map((group) => (
          <div key={group.heading} {...groupOf(group)} className={classes.group}>
            <p aria-hidden="true" className={classes.heading}>
              {group.heading}
            </p>
            {group.options.map((option) => (
              <div key={option.key} {...optionOf(option)} className={`line ${classes.option}`}>
                <span className={`grow ${classes.lines}`}>
                  <span className="one-line strong">{option.title}</span>
                  <span className="one-line type-detail">{option.detail}</span>
                </span>
                {option.status ? <StatusBadge status={option.status} /> : null}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
