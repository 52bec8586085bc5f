// Parts of the overview that have no past: the chain beside the books, and who follows the log.
import type { ChainCheck, FollowerLag, StaffAlert } from '../../api/endpoints.gen.ts'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { useUrgent } from '../../parts/useUrgent.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Go } from '../../ui/Go.tsx'
import { Id } from '../../ui/Id.tsx'
import css from '../../ui/layout.module.css'
import { Moment } from '../../ui/Moment.tsx'
import { Facts, Panel, Plain } from '../../ui/Page.tsx'
import { measuredText, subjectText } from '../../words/alerts.ts'
import { count } from '../../words/money.ts'
import { codeWords, listed } from '../../words/codes.ts'
import { sinceNow, span } from '../../words/spans.ts'

const words = () => t.overview

/** What somebody must look at now stands above everything else. */
export function Urgent() {
  const urgent = useUrgent()
  if (urgent.length === 0) return null
  return (
    <Panel title={words().urgent} aside={<Go to="/desks/alerts">{t.alerts.title}</Go>} pad={false}>
      <Plain
        label={words().urgent}
        head={[
          { title: t.alerts.kind },
          { title: t.alerts.subject },
          { title: t.alerts.value, end: true },
          { title: t.alerts.bound, end: true },
          { title: t.alerts.age, end: true },
        ]}
        rows={urgent.map((alert) => ({
          key: alert.alert,
          tone: 'bad' as const,
          cells: [
            t.alerts.kinds[alert.kind] ?? alert.kind,
            subjectText(alert) ?? <Id key="s" value={alert.subject} />,
            measuredText(alert.value),
            measuredText(alert.bound),
            ageText(alert),
          ],
        }))}
      />
    </Panel>
  )
}

/** For how long an alert holds; of some only the service's present state is known. */
function ageText({ since_ms = null }: StaffAlert): string {
  return since_ms === null ? '–' : sinceNow(since_ms).away
}

/** What is missing on the chain (less than nothing) or too much there. Payments under way and payments that are not
 * booked explain a difference: books − under way + unbooked ≤ chain ≤ books + unbooked. */
export function unexplained(check: ChainCheck): bigint {
  const chain = BigInt(check.on_chain)
  const most = BigInt(check.in_books) + BigInt(check.unbooked)
  const least = most - BigInt(check.under_way)
  if (chain < least) return chain - least
  return chain > most ? chain - most : 0n
}

/** The newest comparison of each rail. */
export function ChainPanel({ chain }: { chain: readonly ChainCheck[] }) {
  return (
    <>
      {chain.map((check) => {
        const difference = unexplained(check)
        const usdt = (minor: string) => <Amount minor={minor} asset="usdt" />
        return (
          <Panel
            key={check.rail}
            title={words().chain(codeWords(check.rail))}
            aside={
              <Badge tone={difference === 0n ? 'good' : 'bad'}>
                {difference === 0n ? words().explained : words().unexplained}
              </Badge>
            }
          >
            <Facts
              end
              facts={[
                [words().onChain, usdt(check.on_chain)],
                [words().inBooks, usdt(check.in_books)],
                [words().underWay, usdt(check.under_way)],
                [words().unbooked, usdt(check.unbooked)],
                [words().gap, <Amount key="g" minor={difference.toString()} asset="usdt" signed />],
                [words().checked, <Moment key="m" ms={check.checked_at_ms} zone />],
              ]}
            />
          </Panel>
        )
      })}
    </>
  )
}

/** Views and policies in one line: those that stand are named, those that lag are counted. */
export function Followers({ followers }: { followers: readonly FollowerLag[] }) {
  const stopped = followers.filter((one) => Boolean(one.stopped_at))
  const behind = followers.filter((one) => one.behind > 0)
  const longestMs = Math.max(0, ...behind.map((one) => one.behind_ms))
  return (
    <span className={css.inline}>
      {stopped.length > 0 ? (
        <Badge tone="bad">{words().stopped(listed(stopped.map(({ view }) => codeWords(view))))}</Badge>
      ) : (
        <Badge tone={behind.length === 0 ? 'good' : 'warn'}>
          {behind.length === 0
            ? words().upToDate(count(followers.length))
            : words().behind(count(behind.length), count(followers.length), span(longestMs))}
        </Badge>
      )}
      <Go to="/desks/views">{t.views.title}</Go>
    </span>
  )
}
