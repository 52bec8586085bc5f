// What is known of a player beside the timeline: balances, facts, limits, links.
import type { ReactNode } from 'react'
import type { PlayersInfoData } from '../../api/endpoints.gen.ts'
import { useCan, useWritable } from '../../api/store.ts'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Place } from '../../parts/Event.tsx'
import { Go } from '../../ui/Go.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Facts, Panel } from '../../ui/Page.tsx'
import { accountWords, purseNames } from '../../words/accounts.ts'
import { codeWords } from '../../words/codes.ts'
import { count } from '../../words/money.ts'
import css from '../../ui/layout.module.css'
import { VoidDive } from './VoidDive.tsx'
import own from './players.module.css'

const words = () => t.player
/** Kinds of what accounts have in common, as the desk of withdrawals names them. */
const details = () => t.withdrawals.details
type Props = { data: PlayersInfoData }

/** Every account; a press on one asks why it holds what it holds. */
export function Balances({
  data,
  note,
  onWhy,
}: Props & { note: string | null; onWhy: (account: string) => void }) {
  const sorted = data.balances.toSorted(
    (one, other) => purseNames.indexOf(one.account) - purseNames.indexOf(other.account),
  )
  return (
    <Panel
      title={words().balances}
      pad={false}
      aside={note ? <Badge tone="warn">{note}</Badge> : <Badge>{words().sliderNow}</Badge>}
    >
      <dl className={own.balances}>
        {sorted.map(({ account, asset, balance, position }) => (
          <div key={account}>
            <dt>
              <button
                type="button"
                className={css.link}
                title={words().whyHint}
                onClick={() => onWhy(account)}
              >
                {accountWords(account)}
              </button>
            </dt>
            <dd>
              <Amount minor={balance} asset={asset} />
            </dd>
            <dd className={css.quiet}>
              {words().last}{' '}
              {position > 0 ? <Place of={{ partition: partitionOf(data), position: position }} /> : '–'}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

/** Accounts of one player lie in one log. */
function partitionOf({ at }: PlayersInfoData): number {
  return Number(Object.keys(at.positions)[0] ?? 0)
}

/** Who it is, as far as the log says without personal data. */
export function FactsPanel({ data }: Props) {
  const { dive, kyc } = data
  return (
    <Panel title={words().facts}>
      <div className={css.stack}>
        <Facts
          facts={[
            [words().messenger, <Id key="t" value={data.tg_id} />],
            [words().joined, <Moment key="m" ms={data.registered_at_ms} />],
            [words().country, data.countries.join(', ') || t.word.none],
            [words().language, data.lang],
            [
              words().kyc,
              <span key="k">
                {codeWords(kyc.status)}
                {kyc.expires_on ? ` ${words().kycUntil(kyc.expires_on)}` : ''}
              </span>,
            ],
            [words().address, data.address ? <Id key="a" value={data.address} /> : t.word.none],
            [
              words().dive,
              dive ? (
                <span key="d">
                  <Id value={dive.dive} /> {words().diveNote(String(dive.casts), String(dive.level))}{' '}
                  <Amount minor={dive.safe} asset="gusd" />
                </span>
              ) : (
                t.word.none
              ),
            ],
            [t.word.version, count(data.version)],
          ]}
        />
        {dive && <VoidDive player={data.player} dive={dive} />}
      </div>
    </Panel>
  )
}

/** What holds the player back. */
export function Limits({ data }: Props) {
  const { limits } = data
  const money = (value: string | null | undefined) => (value ? <Amount minor={value} asset="usdt" /> : null)
  const moment = (ms: number | null | undefined) => (ms ? <Moment ms={ms} /> : null)
  const all: readonly (readonly [string, ReactNode])[] = [
    [words().limit.depositDay, money(limits.deposit_day)],
    [words().limit.depositWeek, money(limits.deposit_week)],
    [words().limit.depositMonth, money(limits.deposit_month)],
    [words().limit.lossDay, money(limits.loss_day)],
    [words().limit.session, limits.session_min ? words().limit.minutes(String(limits.session_min)) : null],
    [words().limit.coolOff, moment(limits.cool_off_until_ms)],
    [words().limit.excluded, moment(limits.excluded_until_ms)],
    [words().limit.pending, limits.pending > 0 ? String(limits.pending) : null],
    [words().limit.erase, moment(limits.erase_at_ms)],
    [words().limit.erased, limits.erased ? t.word.yes : null],
  ]
  const set = all.filter(([, value]) => value !== null)
  return (
    <Panel title={words().limits}>
      {set.length > 0 ? <Facts facts={set} /> : <p className={css.quiet}>{words().noLimits}</p>}
    </Panel>
  )
}

/** Who the player is tied to. */
export function Links({ data }: Props) {
  const { inviter, house_scode, upline, friends, cluster, shared, brings_nothing, tied_friends } = data.links
  // A freeze is a matter of now, and of those who may propose it.
  const mayFreeze = useCan('freezes.propose')
  const writable = useWritable()
  const tied = cluster?.others ?? []
  const none = (
    <Badge key="r" tone="warn">
      {words().bringsNothing}
    </Badge>
  )
  const player = (id: string) => <Id key={id} value={id} to={`/players/${id}`} />
  return (
    <Panel title={words().links}>
      <Facts
        facts={[
          [
            words().inviter,
            inviter ? player(inviter) : house_scode ? words().house(house_scode) : words().nobody,
          ],
          ...(brings_nothing ? [[words().rebates, none] as const] : []),
          ...(upline ? [[words().upline, player(upline)] as const] : []),
          [
            words().friends,
            friends.length === 0 ? (
              words().nobody
            ) : (
              <List key="f" ids={friends.map((friend) => friend.player)} />
            ),
          ],
          ...(tied_friends > 0 ? [[words().tiedFriends, String(tied_friends)] as const] : []),
          [
            words().cluster,
            !cluster || tied.length === 0 ? (
              words().noCluster
            ) : (
              <span key="c">
                <Badge tone="warn">{cluster.name}</Badge> <List ids={tied} />
              </span>
            ),
          ],
          ...(shared ?? []).map(
            ({ detail, others }) =>
              [words().shared(details()[detail] ?? detail), <List key={detail} ids={others} />] as const,
          ),
          ...(shared?.length === 0 ? [[words().sharedNone, words().noCluster] as const] : []),
        ]}
      />
      {mayFreeze && writable && tied.length > 0 && (
        <Go to={`/desks/freezes?cluster=${[data.player, ...tied].join(',')}`}>
          {words().freezeCluster(String(tied.length + 1))}
        </Go>
      )}
    </Panel>
  )
}

function List({ ids }: { ids: readonly string[] }) {
  return (
    <ul className={own.ids} aria-label={words().links}>
      {ids.map((id) => (
        <li key={id}>
          <Id value={id} to={`/players/${id}`} />
        </li>
      ))}
    </ul>
  )
}
