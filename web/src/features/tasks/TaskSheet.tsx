// The list of tasks, as a sheet over the Earn screen; `?tasks=open` opens it, so that a link can.
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useSearchParams } from 'react-router'
import { usePromotionListQuery, usePromotionVerifyMutation } from './api.ts'
import { refetchAfterS } from '../../api/refetch.ts'
import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { QueryState } from '../../ui/QueryState.tsx'
import { Empty } from '../../ui/states.tsx'
import { toastError } from '../../ui/toast.tsx'
import { TaskLine } from './TaskLine.tsx'
import css from './Tasks.module.css'

/** Where a wallet is connected; `onProved` when the server has its proof. */
export type ConnectWallet = (onProved: () => void) => ReactNode

/** Open while the address says so. */
export function TaskSheet({ connectWallet }: { connectWallet: ConnectWallet }) {
  const { t } = useTranslation('tasks')
  const [query, setQuery] = useSearchParams()
  const open = query.has('tasks')
  const close = () => setQuery((now) => (now.delete('tasks'), now), { replace: true })
  return (
    <Sheet open={open} title={t('title')} onClose={close}>
      {open && <List onLeave={close} connectWallet={connectWallet} />}
    </Sheet>
  )
}

type ListProps = { onLeave: () => void; connectWallet: ConnectWallet }

function List({ onLeave, connectWallet }: ListProps) {
  const { t } = useTranslation('tasks')
  const [connecting, setConnecting] = useState<string | null>(null)
  const [verify] = usePromotionVerifyMutation()
  const query = usePromotionListQuery(undefined, {
    refetchOnMountOrArgChange: refetchAfterS,
  })
  const proved = async () => {
    if (connecting === null) return
    const { error } = await verify({ task_id: connecting })
    if (error) toastError(error)
    setConnecting(null)
  }
  if (connecting !== null)
    return (
      <>
        {connectWallet(() => void proved())}
        <Button look="plain" wide onClick={() => setConnecting(null)}>
          {t('back')}
        </Button>
      </>
    )
  return (
    <QueryState query={query} heights={[1.6, 1.6, 1.6]}>
      {(data) => {
        if (data.list.length === 0) return <Empty icon="check" title={t('none')} text={t('noneText')} />
        return (
          <ul className={css.list}>
            {data.list.map((task) => (
              <TaskLine
                key={task.task_id}
                task={task}
                onLeave={onLeave}
                onConnect={() => setConnecting(task.task_id)}
              />
            ))}
          </ul>
        )
      }}
    </QueryState>
  )
}
