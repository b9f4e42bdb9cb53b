import type { WorkItem } from '@kinmel/contracts';
import { apiProblem, type SessionUser, selectUser, toast, useAppSelector } from '@kinmel/web-kit';
import { failureText } from '../../failure-text.ts';
import type { ShownList } from '../../lists/list-declaration.ts';
import { workApi } from './work-api.ts';

function assigned(item: WorkItem, takes: boolean, user: SessionUser | null | undefined): WorkItem {
  if (!takes) return { ...item, assignee: null };
  const takenAt = new Date().toISOString();
  return { ...item, assignee: { personId: user?.id ?? '', name: user?.name ?? '', isYou: true, takenAt } };
}

/** Takes a free record or gives it back, optimistically: a refusal restores the row. */
export function useAssignWork(list: Pick<ShownList<WorkItem>, 'put' | 'refresh'>) {
  const [send] = workApi.useAssignWorkMutation();
  const user = useAppSelector(selectUser);
  return async (item: WorkItem) => {
    const takes = item.assignee === null;
    list.put(assigned(item, takes, user));
    const { data, error } = await send({ item, assignee: takes ? 'me' : 'nobody' });
    list.put(data ?? item);
    if (error === undefined) return;
    toast.error(failureText(error, takes ? 'This could not be taken.' : 'This could not be given back.'));
    if ([404, 409].includes(Number(apiProblem(error).status))) list.refresh();
  };
}
