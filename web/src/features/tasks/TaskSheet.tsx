// The list of tasks, as a sheet over the Earn screen; `?tasks=open` opens it, so that a link can.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useSearchParams } from 'react-router'
import { usePromotionListQuery } from './api.ts'
import { refetchAfterS } from '../../api/refetch.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { QueryState } from '../../ui/QueryState.tsx'
import { Empty } from '../../ui/states.tsx'
import { TaskLine } from './TaskLine.tsx'
import css from './Tasks.module.css'

/** Open while the address says so. */
export function TaskSheet() {
  const { t } = useTranslation('tasks')
  const [query, setQuery] = useSearchParams()
  const open = query.has('tasks')
  const close = () => setQuery((now) => (now.delete('tasks'), now), { replace: true })
  return (
    <Sheet open={open} title={t('title')} onClose={close}>
      {open && <List onLeave={close} />}
    </Sheet>
  )
}

function List({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('tasks')
  const query = usePromotionListQuery(undefined, {
    refetchOnMountOrArgChange: refetchAfterS,
  })
  return (
    <QueryState query={query} heights={[1.6, 1.6, 1.6]}>
      {(data) => {
        if (data.list.length === 0) return <Empty icon="check" title={t('none')} text={t('noneText')} />
        return (
          <ul className={css.list}>
            {data.list.map((task) => (
              <TaskLine key={task.task_id} task={task} onLeave={onLeave} />
            ))}
          </ul>
        )
      }}
    </QueryState>
  )
}
