// Parts of the overview that have no past: the chain beside the books, and who follows the log.
import type { ChainCheck, FollowerLag } from '../../api/endpoints.gen.ts'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { useUrgent } from '../../parts/useUrgent.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Go } from '../../ui/Go.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Facts, Panel, Plain } from '../../ui/Page.tsx'
import { alertText, subjectText } from '../../words/alerts.ts'
import { count } from '../../words/money.ts'
import { codeWords } from '../../words/codes.ts'
import { span } from '../../words/spans.ts'

const words = () => t.overview

/** What somebody must look at now stands above everything else. */
export function Urgent() {
  const urgent = useUrgent()
  if (urgent.length === 0) return null
  return (
    <Panel title={words().urgent} aside={<Go to="/desks/alerts">{t.alerts.title}</Go>} pad={false}>
      <Plain
        label={words().urgent}
        head={[{ title: t.alerts.kind }, { title: t.alerts.subject }, { title: t.alerts.value, end: true }]}
        rows={urgent.map((alert) => ({
          key: alert.alert,
          tone: 'bad' as const,
          cells: [
            t.alerts.kinds[alert.kind] ?? alert.kind,
            subjectText(alert) ?? <Id key="s" value={alert.subject} />,
            alertText(alert.value),
          ],
        }))}
      />
    </Panel>
  )
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

/** Views and policies, those that stand or lag first. */
export function Followers({ followers }: { followers: readonly FollowerLag[] }) {
  const sorted = followers.toSorted(
    (one, other) =>
      Number(Boolean(other.stopped_at)) - Number(Boolean(one.stopped_at)) ||
      other.behind - one.behind ||
      one.view.localeCompare(other.view),
  )
  return (
    <Panel title={words().views} pad={false}>
      <Plain
        label={words().views}
        head={[{ title: t.word.name }, { title: words().lag, end: true }, { title: t.word.state }]}
        rows={sorted.map((one) => ({
          key: `${one.view} ${one.partition}`,
          tone: one.stopped_at ? 'bad' : undefined,
          cells: [
            codeWords(one.view),
            one.behind === 0 ? '0' : `${count(one.behind)} (${span(one.behind_ms)})`,
            one.stopped_at ? (
              <Badge key="s" tone="bad">
                {words().stoppedAt(one.stopped_at)}
              </Badge>
            ) : (
              <Badge key="s" tone={one.behind === 0 ? 'good' : 'warn'}>
                {one.behind === 0 ? words().upToDate : words().behind(count(one.behind))}
              </Badge>
            ),
          ],
        }))}
      />
    </Panel>
  )
}
