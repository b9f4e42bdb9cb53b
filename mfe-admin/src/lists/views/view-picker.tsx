import { Alert, Button, Dialog, Field, TextInput } from '@kinmel/ui';
import Bookmark from 'lucide-react/icons/bookmark';
import { type ComponentProps, type FormEvent, useState } from 'react';
import type { ListSpec } from '../address/list-state.rules.ts';
import type { ListAddress } from '../address/use-list-state.ts';
import { type ListView, maxNameLength, nameError, queryOf } from './list-views.rules.ts';
import classes from './view-picker.module.css';

const notStoredText = 'This browser keeps no views: its storage is full or switched off.';

/** Opens, saves, renames and deletes named views, and sets the default. */
export function ViewPicker({ spec, list }: { spec: ListSpec; list: ListAddress }) {
  const { state, listViews } = list;
  const { views, store } = listViews;
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [renamedView, setRenamedView] = useState<string>();
  const [nameProblem, setNameProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const query = queryOf(spec, state);
  const hasColumns = spec.hideable !== undefined;
  const current = views.find((view) => view.name === state.viewName);

  const saveViews = (next: readonly ListView[]): boolean => {
    const isStored = store(next);
    setFailure(isStored ? undefined : notStoredText);
    return isStored;
  };
  const change = (changedView: ListView, changed: Partial<ListView>) =>
    saveViews(views.map((view) => (view.name === changedView.name ? { ...view, ...changed } : view)));
  const startNaming = (view: string | undefined) => {
    setRenamedView(view);
    setName(view ?? '');
    setNameProblem(undefined);
  };
  const open = (view: string) => {
    list.open(view);
    setOpen(false);
  };
  const remove = ({ name: removedName }: ListView) => {
    if (!saveViews(views.filter((one) => one.name !== removedName))) return;
    if (removedName === state.viewName) list.change({ viewName: undefined }, { replace: true });
    startNaming(undefined);
  };
  const viewButton = (
    text: string,
    label: string,
    onClick: () => void,
    options?: ComponentProps<typeof Button>,
  ) => (
    <Button look="ghost" size="small" aria-label={label} onClick={onClick} {...options}>
      {text}
    </Button>
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const error = nameError(name, views, renamedView);
    setNameProblem(error);
    if (error !== undefined) return;
    const trimmedName = name.trim();
    const isStored =
      renamedView === undefined
        ? saveViews([...views, { name: trimmedName, query, isDefault: false }])
        : saveViews(views.map((view) => (view.name === renamedView ? { ...view, name: trimmedName } : view)));
    if (!isStored) return;
    // After the event: inside it React treats the router's transition as a form action.
    if (renamedView === undefined || renamedView === state.viewName)
      queueMicrotask(() => list.change({ viewName: trimmedName }, { replace: true }));
    startNaming(undefined);
  };

  return (
    <>
      <Button look="line" size="medium" onClick={() => setOpen(true)}>
        <Bookmark />
        <span className={current && `one-line ${classes.current}`}>{current?.name ?? 'Views'}</span>
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => {
          setOpen(false);
          startNaming(undefined);
        }}
        title="Views"
        actions={<Button onClick={() => setOpen(false)}>Done</Button>}
      >
        {failure ? <Alert tone="bad">{failure}</Alert> : null}
        {views.length === 0 ? (
          <p>{`A view keeps ${hasColumns ? 'filter, search, sort and columns' : 'the filter'} of this list by a name.`}</p>
        ) : null}
        {views.length > 0 ? (
          <ul className={classes.views}>
            {views.map((view) => (
              <li key={view.name} className={`ends ${classes.view}`}>
                <button
                  type="button"
                  className={classes.name}
                  aria-current={view.name === state.viewName || undefined}
                  onClick={() => open(view.name)}
                >
                  {view.name}
                </button>
                <span className="row">
                  {view.name === state.viewName && view.query !== query && query !== ''
                    ? viewButton('Save', `Save what is shown as ${view.name}`, () => change(view, { query }))
                    : null}
                  {viewButton(
                    view.isDefault ? 'Default ✓' : 'Default',
                    `Open ${view.name} by default`,
                    () =>
                      saveViews(
                        views.map((one) => ({
                          ...one,
                          isDefault: one.name === view.name && !view.isDefault,
                        })),
                      ),
                    { 'aria-pressed': view.isDefault },
                  )}
                  {viewButton('Rename', `Rename ${view.name}`, () => startNaming(view.name))}
                  {viewButton('Delete', `Delete ${view.name}`, () => remove(view), { look: 'ghostDanger' })}
                </span>
              </li>
            ))}
          </ul>
        ) : null}
        {views.length > 0 ? (
          <p>
            <Button look="line" size="small" onClick={() => open('all')}>
              Show the whole list
            </Button>
          </p>
        ) : null}
        {renamedView === undefined && query === '' ? (
          <p className="type-hint anywhere">
            {`${hasColumns ? 'Narrow or sort the list, or hide columns' : 'Narrow the list'}; then it can be saved here.`}
          </p>
        ) : (
          // Enter saves, as a mistake is easily undone: views are stored in this browser only and can be deleted here.
          <form className="stack gap-16 above-16" method="post" noValidate onSubmit={submit}>
            <Field
              label={renamedView === undefined ? 'Save what is shown as' : `New name of ${renamedView}`}
              error={nameProblem}
              announceError
            >
              <TextInput
                name="view"
                maxLength={maxNameLength}
                value={name}
                onChange={({ target }) => {
                  setName(target.value);
                  setNameProblem(undefined);
                }}
              />
            </Field>
            <Button type="submit" size="medium">
              {renamedView === undefined ? 'Save view' : 'Rename view'}
            </Button>
            {renamedView === undefined ? null : (
              <Button look="line" size="medium" onClick={() => startNaming(undefined)}>
                Keep the name
              </Button>
            )}
          </form>
        )}
      </Dialog>
    </>
  );
}
