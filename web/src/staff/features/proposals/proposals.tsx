// Changes that wait for a second person. What is approved is bound to its digest: whoever says yes says it to exactly
// what stands here. The maker cannot; the server says so, and the screen says why before it is tried.
import { codeWords } from '../../words/codes.ts'
import { AsOf } from '../../parts/AsOf.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { useMemo, useState } from 'react'
import { useCan } from '../../api/store.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { Changes } from '../../ui/Diff.tsx'
import { useChosen } from '../../ui/useChosen.tsx'
import { FilterBar, rangeKeys, useFilters } from '../../ui/Filters.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Facts, Page, Panel } from '../../ui/Page.tsx'
import { QueryState, Empty } from '../../ui/states.tsx'
import { usePages } from '../../ui/usePages.ts'
import {
  useProposalsListPagesInfiniteQuery,
  useProposalsApproveMutation,
  useProposalsInfoQuery,
  useProposalsRejectMutation,
  type ProposalsInfoData,
  type StaffProposal,
} from '../../api/endpoints.gen.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { BulkBar } from '../../parts/BulkBar.tsx'
import { useNotice } from '../../ui/useNotice.tsx'
import { CheckedFacts } from '../../parts/CheckedFacts.tsx'
import { Sums } from '../../parts/Sums.tsx'
import { Differs } from '../../parts/Signatures.tsx'
import { proposalSubject } from '../../verifier/subject.ts'
import { Split } from '../../ui/Split.tsx'
import { ProposedChange } from './ProposedChange.tsx'
import { RejectMany } from './RejectMany.tsx'
import { kindWords } from './kinds.ts'
import { ProposalSignatures } from './ProposalSignatures.tsx'
import { useActionKeys } from '../../parts/useActionKeys.ts'
import { useNow } from '../../ui/useNow.ts'
import { writtenChange } from '../../words/changes.ts'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import css from '../../ui/layout.module.css'

const words = () => t.proposals
const tones: Readonly<Record<string, Tone>> = {
  waiting: 'warn',
  approved: 'good',
  done: 'good',
  rejected: 'bad',
  withdrawn: 'plain',
}
const states = ['waiting', 'approved', 'rejected', 'withdrawn', 'done'] as const
const kinds = [
  'adjustment',
  'topup_assign',
  'payment_return',
  'mismatch_clear',
  'cluster_freeze',
  'reserve_fund',
  'promo_fund',
  'packet',
  'staff_account',
  'period_close',
  'dive_void',
  'record_cancel',
  'rank_correction',
  'coupon_refund',
  'kyc_reset',
  'erasure',
  'access_file',
  'config',
] as const

const columns: readonly Column<StaffProposal>[] = [
  {
    key: 'state',
    title: () => words().state,
    width: 98,
    cell: ({ state }) => <Badge tone={tones[state] ?? 'plain'}>{codeWords(state)}</Badge>,
  },
  { key: 'kind', title: () => words().kind, width: 150, cell: ({ kind }) => kindWords(kind) },
  {
    key: 'amount',
    title: () => t.word.amount,
    width: 168,
    align: 'end',
    cell: ({ amount = null, asset = null }) =>
      amount !== null && asset !== null && <Amount minor={amount} asset={asset} signed />,
  },
  {
    key: 'player',
    title: () => words().player,
    width: 142,
    cell: ({ players }) => <Whom players={players} />,
  },
  { key: 'when', title: () => words().when, width: 160, cell: ({ at_ms }) => <Moment ms={at_ms} /> },
  {
    key: 'maker',
    title: () => words().maker,
    width: 110,
    cell: ({ maker, own }) => (own ? `${maker} (${words().you})` : maker),
  },
  {
    key: 'reason',
    title: () => words().reason,
    width: 110,
    grow: true,
    cell: ({ reason }) => <span title={reason}>{reason}</span>,
  },
]

/** Beside an open proposal, which says the rest. */
const narrow: Readonly<Record<string, number>> = { state: 98, kind: 124, amount: 150, reason: 72 }
const few = columns.flatMap((column) => {
  const width = narrow[column.key]
  return width === undefined ? [] : [{ ...column, width }]
})

/** The player, or how many. */
function Whom({ players }: { players: readonly string[] }) {
  const [one, ...others] = players
  if (one === undefined) return '–'
  return others.length > 0 ? words().several(players.length) : <Id value={one} to={`/players/${one}`} />
}

const keyOf = ({ proposal }: StaffProposal) => proposal
const nameOf = ({ kind, maker }: StaffProposal) => kindWords(kind) + t.clause + maker

export default function ProposalsScreen() {
  const filters = useFilters(['state', 'kind', 'open', ...rangeKeys])
  const [{ state = 'waiting', kind, open: opened, ...range }, set] = filters
  const asked = { state: state === 'all' ? null : state, kind: kind ?? null, ...range }
  const pages = usePages(useFresh(useProposalsListPagesInfiniteQuery({ ...asked, sums: true })))
  const [done, say] = useNotice()
  const [many, setMany] = useState(false)
  const chosen = useChosen({ rows: pages.rows, rowKey: keyOf, nameOf })
  const mayChoose = useCan('proposals.reject') && state === 'waiting'
  return (
    <Page
      title={words().title}
      sub={words().sub}
      fill
      actions={
        <>
          <AsOf at={pages.first?.at} />
          <ExportList list="proposals/list" body={asked} />
        </>
      }
    >
      <FilterBar
        filters={[
          {
            key: 'state',
            label: words().state,
            options: [...states.map((each) => [each, codeWords(each)] as const), ['all', t.word.all]],
          },
          {
            key: 'kind',
            label: words().kind,
            options: kinds.map((each) => [each, kindWords(each)] as const),
          },
        ]}
        range
        values={{ state, kind, ...range }}
        onChange={set}
      />
      <Sums of={pages.first} />
      {done}
      <BulkBar
        chosen={chosen}
        acts={[{ label: words().reject, danger: true, onPress: () => setMany(true) }]}
      />
      <Split
        list={
          <DataTable
            name="proposals"
            label={words().title}
            columns={[...(mayChoose ? [chosen.column] : []), ...(opened ? few : columns)]}
            onMark={mayChoose ? chosen.toggle : undefined}
            pages={pages}
            rows={pages.rows}
            rowKey={keyOf}
            onOpen={({ proposal }) => set({ open: proposal })}
            openKey={opened ?? null}
            empty={
              <Empty title={words().none}>
                <p>{words().noneText}</p>
              </Empty>
            }
          />
        }
        aside={
          opened ? (
            <Proposal
              key={opened}
              id={opened}
              onDone={(text) => {
                say(text)
              }}
            />
          ) : null
        }
      />
      {many && <RejectMany rows={chosen.rows} onClose={() => setMany(false)} />}
    </Page>
  )
}

/** One proposal, with what a decider has to know; other desks show it too. */
export function Proposal({ id, onDone }: { id: string; onDone: (text: string) => void }) {
  const query = useFresh(useProposalsInfoQuery({ proposal: id }))
  return (
    <QueryState query={query} rows={10}>
      {(data) => <Shown data={data} onDone={onDone} />}
    </QueryState>
  )
}

function Shown({
  data: { proposal, facts, diff },
  onDone,
}: {
  data: ProposalsInfoData
  onDone: (text: string) => void
}) {
  const [action, setAction] = useState<'approve' | 'reject' | null>(null)
  const subject = useMemo(() => proposalSubject(proposal), [proposal])
  const [approve] = useProposalsApproveMutation()
  const [reject] = useProposalsRejectMutation()
  const mayReject = useCan('proposals.reject')
  const waits = proposal.state === 'waiting'
  const now = useNow()
  const { expires_ms: expiresMs = null, code = null, amount = null, asset = null, packet = null } = proposal
  const seesPackets = useCan('packets.list')
  const over = expiresMs !== null && expiresMs <= now
  const why = proposal.own
    ? words().ownCannot
    : proposal.can_approve
      ? over
        ? words().over
        : null
      : words().notYours
  useActionKeys({
    a: waits && why === null ? () => setAction('approve') : null,
    r: waits && mayReject ? () => setAction('reject') : null,
  })
  const no = proposal.own ? words().withdraw : words().reject
  return (
    <Panel
      title={kindWords(proposal.kind)}
      aside={<Badge tone={tones[proposal.state] ?? 'plain'}>{codeWords(proposal.state)}</Badge>}
    >
      <div className={css.stack}>
        <Facts
          facts={[
            [words().maker, proposal.own ? `${proposal.maker} (${words().you})` : proposal.maker],
            [words().reason, proposal.reason],
            [words().when, <Moment key="at" ms={proposal.at_ms} zone />],
            ...(amount === null || asset === null
              ? []
              : [[t.word.amount, <Amount key="amount" minor={amount} asset={asset} signed />] as const]),
            ...(expiresMs === null
              ? []
              : [[words().expires, <Moment key="until" ms={expiresMs} zone />] as const]),
            [words().digest, <Id key="digest" value={proposal.digest} />],
            ...decisionOf(proposal),
            ...(code === null
              ? []
              : [
                  [words().outcome, code === 0 ? words().carriedOut : words().refused(String(code))] as const,
                ]),
            ...(packet === null
              ? []
              : [
                  [
                    words().packet,
                    <Id
                      key="packet"
                      value={packet}
                      to={seesPackets ? `/desks/packets?open=${packet}` : undefined}
                    />,
                  ] as const,
                ]),
          ]}
        />
        <Differs subject={subject} />
        {facts.length > 0 && <CheckedFacts facts={facts} label={words().facts} />}
        {diff.length > 0 && <Changes changes={diff.map(writtenChange)} />}
        <ProposedChange what={proposal.what} hidden={diff.length > 0 ? ['body'] : []} />
        <ProposalSignatures proposal={proposal} subject={subject} />
        {waits && (
          <>
            {why !== null && <p className={css.warn}>{why}</p>}
            <div className={css.actions}>
              <Button
                look="main"
                disabled={why !== null}
                title={why ?? words().approveKey}
                onClick={() => setAction('approve')}
              >
                {words().approve}
              </Button>
              {mayReject && (
                <Button look="danger" title={words().rejectKey} onClick={() => setAction('reject')}>
                  {no}
                </Button>
              )}
            </div>
          </>
        )}
      </div>
      {action === 'approve' && (
        <ActionDialog
          title={words().approveTitle}
          label={words().approve}
          act={(reason) => approve({ proposal: proposal.proposal, digest: proposal.digest, reason })}
          onClose={() => setAction(null)}
          onDone={(result) => {
            setAction(null)
            onDone(outcome(result))
          }}
        >
          <p>
            {amount !== null && asset !== null && (
              <>
                <Amount minor={amount} asset={asset} signed />
                {t.clause}
              </>
            )}
            {kindWords(proposal.kind)}
            {t.stop} {words().approveText} <Id value={proposal.digest} />
          </p>
        </ActionDialog>
      )}
      {action === 'reject' && (
        <ActionDialog
          title={no}
          label={no}
          danger
          act={(reason) => reject({ proposal: proposal.proposal, reason })}
          onClose={() => setAction(null)}
          onDone={() => {
            setAction(null)
            onDone(words().rejected)
          }}
        >
          <p>{words().rejectText}</p>
        </ActionDialog>
      )}
    </Panel>
  )
}

/** Who decided, when and why, once somebody has. */
function decisionOf({ decided_by: by = null, decided_ms: ms = null, decision = null }: StaffProposal) {
  if (by === null) return []
  return [
    [words().decidedBy, by] as const,
    ...(ms === null ? [] : [[words().decidedAt, <Moment key="decided" ms={ms} zone />] as const]),
    ...(decision === null ? [] : [[words().decision, decision] as const]),
  ]
}

/** Approved is not yet carried out: the change itself may have been refused by then. */
function outcome(result: unknown): string {
  const { code = null } = (result ?? {}) as { code?: number | null }
  return code === null || code === 0 ? words().approved : words().refused(String(code))
}
