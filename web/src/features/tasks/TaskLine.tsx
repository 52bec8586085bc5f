// One task: what to do, what it brings, and the button for where it stands: go, verify, receive.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useNavigate } from 'react-router'
import { serverNow } from '../../api/clock.ts'
import { usePromotionReceiveMutation, usePromotionVerifyMutation } from './api.ts'
import type { Task } from '../../api/endpoints.gen.ts'
import { haptic } from '../../platform/messenger.ts'
import { openLink } from '../../platform/share.ts'
import { useEverySecond } from '../../state/useEverySecond.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { isPositive } from '../../shared/money.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import css from './Tasks.module.css'

const icons: Readonly<Record<Task['type'], IconName>> = {
  tg_channel: 'share',
  invite_n: 'people',
  dives_n: 'anchor',
  signin_n: 'calendar',
  topup_first: 'coupon',
  wallet_connect: 'wallet',
  kyc_done: 'user',
  visit_link: 'globe',
}
/** Screens of our own where a task is done. */
const places: Partial<Record<Task['type'], string>> = {
  invite_n: '/invite/index',
  dives_n: '/',
  signin_n: '/home/signin',
  topup_first: '/pay/coupon',
  kyc_done: '/kyc',
}

type Props = {
  task: Task
  /** Closes the sheet that the row stands in. */
  onLeave: () => void
  /** Goes on with the choice of a wallet. */
  onConnect: () => void
}

/** A row of the list. */
export function TaskLine({ task, ...ways }: Props) {
  const { t: common } = useTranslation()
  const { coin, diamond, gusd_bonus: gusd } = task.reward
  return (
    <li className={css.task} data-state={task.state}>
      <span className={css.mark}>
        <Icon name={icons[task.type]} />
      </span>
      <div className={css.words}>
        <h3>{task.title}</h3>
        <p className={css.text}>{task.desc}</p>
        <p className={css.reward}>
          {coin > 0 && <Amount asset="coin" value={coin} label={common('asset.coin')} signed />}
          {diamond > 0 && <Amount asset="diamond" value={diamond} label={common('asset.diamond')} signed />}
          {isPositive(gusd, 'gusd_bonus') && (
            <Amount asset="gusd_bonus" value={gusd} label={common('asset.gusd_bonus')} signed />
          )}
        </p>
        {task.target > 1 && <Progress task={task} />}
      </div>
      <Action task={task} {...ways} />
    </li>
  )
}

function Progress({ task: { progress, target } }: { task: Task }) {
  const { t } = useTranslation('tasks')
  return (
    <p className={css.progress}>
      <progress max={target} value={Math.min(progress, target)} aria-label={t('progress')} />
      <span>
        {progress} / {target}
      </span>
    </p>
  )
}

function Action({ task, ...ways }: Props) {
  const { t } = useTranslation('tasks')
  const [receive, { isLoading }] = usePromotionReceiveMutation()
  const claim = async () => {
    const result = await receive({ task_id: task.task_id })
    if (result.error) return toastError(result.error)
    haptic('success')
    return toast(t('received'), 'good')
  }
  if (task.state === 'open') return <Todo task={task} {...ways} />
  if (task.state === 'verified')
    return (
      <Button className={css.wide} icon="gift" busy={isLoading} onClick={() => void claim()}>
        {t('receive')}
      </Button>
    )
  return (
    <p className={css.end}>
      {task.state === 'received' && <Icon name="check" />}
      {t(`state.${task.state}`)}
    </p>
  )
}

function Todo({ task, onLeave, onConnect }: Props) {
  const { t } = useTranslation('tasks')
  const { t: common } = useTranslation()
  const navigate = useNavigate()
  const [verify, { isLoading }] = usePromotionVerifyMutation()
  useEverySecond()
  const seconds = Math.max(0, Math.ceil(((task.verify_after ?? 0) - serverNow()) / 1000))
  const place = placeOf(task)
  const check = async () => {
    const result = await verify({ task_id: task.task_id })
    if (result.error) toastError(result.error)
    else if (result.data.task.state === 'verified') haptic('success')
    else toast(t('opened'))
  }
  const go = () => {
    // A visit counts from when it was reported to the server that the link was opened.
    if (task.type === 'visit_link' && seconds === 0) void verify({ task_id: task.task_id })
    if (!place) return task.link ? openLink(task.link) : undefined
    onLeave()
    return navigate(place)
  }
  if (task.type === 'wallet_connect' && task.progress < task.target)
    return (
      <Button className={css.wide} icon="wallet" onClick={onConnect}>
        {t('connect')}
      </Button>
    )
  // What is counted needs no asking before the count is full.
  const counting = task.target > 1 && task.progress < task.target
  return (
    <div className={css.actions} data-single={counting}>
      {(place ?? task.link) && (
        <Button look="secondary" onClick={() => void go()}>
          {common('go')}
        </Button>
      )}
      {!counting && (
        <Button disabled={seconds > 0} busy={isLoading} onClick={() => void check()}>
          {seconds > 0 ? t('wait', { seconds }) : t('verify')}
        </Button>
      )}
    </div>
  )
}

/** The screen of our own where a task is done: the link's, when it leads to one ("#/info"), else the type's. */
function placeOf({ link, type }: Task): string | undefined {
  return link === null ? places[type] : link.startsWith('#/') ? link.slice(1) : undefined
}
