// Withdrawals that are decided together. Each yes is bound to the digest of the terms that stand here, which the page
// computes as it does beside one; what needs two people is looked at by itself.
import { useEffect, useState } from 'react'
import { useStaff, useStaffDispatch } from '../../api/store.ts'
import {
  endpoints,
  useWithdrawalsApproveMutation,
  useWithdrawalsRejectMutation,
  type StaffWithdrawal,
  type WithdrawalsDecided,
} from '../../api/endpoints.gen.ts'
import { BulkDialog, type Shown } from '../../parts/BulkDialog.tsx'
import { Amount } from '../../ui/Amount.tsx'
import { Id } from '../../ui/Id.tsx'
import { errorText } from '../../ui/states.tsx'
import { t } from '../../texts/index.ts'
import { codeWords, listed } from '../../words/codes.ts'
import { checkSubject } from '../../verifier/approval.ts'
import { withdrawalSubject } from '../../verifier/subject.ts'

const words = () => t.withdrawals

type Props = { rows: readonly StaffWithdrawal[]; onClose: () => void }

const head = () => [
  { title: words().player },
  { title: words().net, end: true },
  { title: words().address },
  { title: words().flags },
]

const cells = ({ player, net, address, flags }: StaffWithdrawal) => [
  <Id key="player" value={player} />,
  <Amount key="net" minor={net} asset="usdt" />,
  <Id key="address" value={address} />,
  listed(flags.map(codeWords)) || words().noFlags,
]

/** All of it goes back to each player. */
export function RejectMany({ rows: chosen, onClose }: Props) {
  // What is decided leaves the list behind the dialog, and stays here.
  const [rows] = useState(chosen)
  const [reject] = useWithdrawalsRejectMutation()
  const items = rows.map((row): Shown => ({
    key: row.withdrawal,
    cells: cells(row),
    not: row.state === 'review' ? null : words().notInReview,
    act: (reason) => reject({ withdrawal: row.withdrawal, reason }),
  }))
  return (
    <BulkDialog
      title={words().rejectMany}
      label={words().reject}
      danger
      head={head()}
      items={items}
      onClose={onClose}
    >
      <p>{words().rejectText}</p>
    </BulkDialog>
  )
}

/** A withdrawal as the service knows it now: its terms with their digest, or why it is not decided here. */
type Terms = { row: StaffWithdrawal; digest: string; not: string | null }

export function ApproveMany({ rows, onClose }: Props) {
  const terms = useTerms(rows)
  const [approve] = useWithdrawalsApproveMutation()
  const items = (terms ?? []).map(({ row, digest, not }): Shown => ({
    key: row.withdrawal,
    cells: cells(row),
    not,
    act: (reason) => approve({ withdrawal: row.withdrawal, digest, reason }),
    // Beyond the day's limit of one person the yes is the first of two.
    noteOf: (data) => ((data as WithdrawalsDecided).waits ? words().firstDone : null),
  }))
  return (
    <BulkDialog
      title={words().approveMany}
      label={words().approve}
      missing={terms === null ? t.loading : null}
      head={head()}
      items={items}
      onClose={onClose}
    >
      <p>{terms === null ? t.loading : words().approveManyText}</p>
    </BulkDialog>
  )
}

/** Reads each withdrawal once: what is approved is what stands in the dialog, however the list moves behind it. */
function useTerms(chosen: readonly StaffWithdrawal[]): readonly Terms[] | null {
  const [rows] = useState(chosen)
  const [terms, setTerms] = useState<readonly Terms[] | null>(null)
  const dispatch = useStaffDispatch()
  const my = useStaff(({ session }) => session.me?.name ?? '')
  useEffect(() => {
    let left = false
    const read = async (row: StaffWithdrawal): Promise<Terms> => {
      const asked = endpoints.endpoints.withdrawalsInfo.initiate(
        { withdrawal: row.withdrawal },
        { subscribe: false, forceRefetch: true },
      )
      const { data, error } = await dispatch(asked)
      if (!data) return { row, digest: '', not: errorText(error) }
      const { same } = await checkSubject(withdrawalSubject(data), [])
      return {
        row: data.withdrawal,
        digest: data.digest,
        not: same ? hindrance(data.withdrawal, my) : t.signatures.differs,
      }
    }
    void Promise.all(rows.map(read)).then((all) => {
      if (!left) setTerms(all)
    })
    return () => void (left = true)
  }, [rows, dispatch, my])
  return terms
}

/** Why a withdrawal is not approved with others. */
function hindrance(
  { state, needs_two: needsTwo, approved_by: by }: StaffWithdrawal,
  my: string,
): string | null {
  if (state !== 'review') return words().notInReview
  if (needsTwo) return words().twoAlone
  return by.some((name) => name === my || name === `staff:${my}`) ? words().mine : null
}
