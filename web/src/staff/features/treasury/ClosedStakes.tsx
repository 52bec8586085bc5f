// Stakes that solvency closed stay closed until a lead of finance opens them.
import { useState } from 'react'
import { useAlertsListQuery, useTreasuryOpenStakesMutation } from '../../api/endpoints.gen.ts'
import { useCan } from '../../api/store.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Go } from '../../ui/Go.tsx'
import css from '../../ui/layout.module.css'
import { Panel } from '../../ui/Page.tsx'
import { useNotice } from '../../ui/useNotice.tsx'
import { measuredText } from '../../words/alerts.ts'

const words = () => t.treasury.stakes
const closedAlert = 'solvency:stakes'

export function ClosedStakes() {
  const { data } = useAlertsListQuery()
  const [asking, setAsking] = useState(false)
  const [open] = useTreasuryOpenStakesMutation()
  const [done, say] = useNotice()
  const may = useCan('treasury.open_stakes')
  const closed = data?.list.find(({ alert }) => alert === closedAlert)
  if (!closed) return done
  return (
    <Panel title={words().title}>
      <div className={css.stack}>
        <p>
          <strong>{measuredText(closed.value)}</strong>
        </p>
        <p className={css.quiet}>
          {words().text} <Go to="/overview">{words().lines}</Go>
        </p>
        {may && (
          <div className={css.buttons}>
            <Button onClick={() => setAsking(true)}>{words().open}</Button>
          </div>
        )}
      </div>
      {asking && (
        <ActionDialog
          title={words().open}
          label={words().open}
          act={(reason) => open({ reason })}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false)
            say(words().opened)
          }}
        >
          <p className={css.quiet}>{words().text}</p>
        </ActionDialog>
      )}
    </Panel>
  )
}
