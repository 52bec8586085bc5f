// What was sent to the house's webhook about alerts, and whether it took it.
import { useState } from 'react'
import {
  useNotificationsListQuery,
  useNotificationsTestMutation,
  type NotificationLine,
} from '../../api/endpoints.gen.ts'
import { useCan } from '../../api/store.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Panel, Plain } from '../../ui/Page.tsx'
import { Empty, QueryState } from '../../ui/states.tsx'
import { useNotice } from '../../ui/useNotice.tsx'
import { count } from '../../words/money.ts'
import css from '../../ui/layout.module.css'

const words = () => t.alerts.notifications
/** Between two looks. */
const lookEveryMs = 15_000

/** What became of a message, in words and as a colour. */
function delivery({ outcome, attempts, problem }: NotificationLine): [string, Tone] {
  const tries = count(attempts)
  if (outcome === 'delivered') return [words().delivered(tries), 'good']
  if (outcome === 'given_up') return [words().given_up, 'bad']
  if (!problem) return [words().waits, 'plain']
  return [words().failed(tries, problem === 'no_answer' ? words().noAnswer : problem), 'warn']
}

export function Notifications() {
  const query = useNotificationsListQuery(undefined, {
    pollingInterval: lookEveryMs,
    skipPollingIfUnfocused: true,
  })
  const mayTest = useCan('notifications.test')
  const [testing, setTesting] = useState(false)
  const [test] = useNotificationsTestMutation()
  const [done, say] = useNotice()
  const on = query.data?.on ?? false
  return (
    <Panel
      title={words().title}
      pad={false}
      aside={
        <>
          {on && mayTest && <Button onClick={() => setTesting(true)}>{words().test}</Button>}
          <ExportList list="notifications/list" />
        </>
      }
    >
      {done}
      <QueryState query={query}>
        {({ list, on: isOn, undelivered_since_ms: since = null }) => (
          <>
            {since !== null && (
              <p role="alert" className={css.fault}>
                {words().late} <Moment ms={since} />
              </p>
            )}
            {list.length === 0 ? <Empty title={isOn ? words().none : words().off} /> : <Lines list={list} />}
          </>
        )}
      </QueryState>
      {testing && (
        <ActionDialog
          title={words().test}
          label={words().test}
          act={(reason) => test({ reason })}
          onClose={() => setTesting(false)}
          onDone={() => {
            setTesting(false)
            say(words().tested)
          }}
        >
          <p>{words().testText}</p>
        </ActionDialog>
      )}
    </Panel>
  )
}

function Lines({ list }: { list: readonly NotificationLine[] }) {
  return (
    <Plain
      label={words().title}
      head={[
        { title: words().when },
        { title: words().about },
        { title: t.alerts.severity },
        { title: words().state },
        { title: words().count, end: true },
        { title: words().outcome },
      ]}
      rows={list.map((line) => {
        const [text, tone] = delivery(line)
        return {
          key: line.notification,
          cells: [
            <Moment key="when" ms={line.at_ms} />,
            t.alerts.kinds[line.code] ?? words().codes[line.code] ?? line.code,
            t.alerts.severities[line.severity] ?? line.severity,
            words().states[line.state] ?? line.state,
            line.state === 'open' || line.state === 'more' ? count(line.count) : '–',
            <Badge key="outcome" tone={tone}>
              {text}
            </Badge>,
          ],
        }
      })}
    />
  )
}
