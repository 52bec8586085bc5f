// What a person may ask about personal data: the end of the account, its certificate, a new identity check. Each act
// is recorded with its reason; none is offered that the state of the account refuses anyway. What takes two people is
// proposed here, and said where it waits.
import { useState } from 'react'
import {
  useErasureCancelMutation,
  useErasureCertificateQuery,
  useErasureRequestMutation,
  useKycResetMutation,
  type PlayersInfoData,
  type StaffProposed,
} from '../../api/endpoints.gen.ts'
import { useCan, useWritable } from '../../api/store.ts'
import { ActionDialog, type Outcome } from '../../parts/ActionDialog.tsx'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Go } from '../../ui/Go.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Facts, Panel } from '../../ui/Page.tsx'
import { Said } from '../../ui/Said.tsx'
import { QueryState } from '../../ui/states.tsx'
import { saveText } from '../../ui/saveText.ts'
import { useNotice } from '../../ui/useNotice.tsx'
import css from '../../ui/layout.module.css'
import { AccessFile } from './AccessFile.tsx'

const words = () => t.privacy
/** Verdicts that can be taken back. */
const decided = ['approved', 'rejected']

type Act = {
  key: string
  label: string
  text: string
  /** What is said when it is done; null for what is proposed to another person. */
  done: string | null
  danger: boolean
  does: (reason: string) => Promise<Outcome>
}

export function PersonalData({ data }: { data: PlayersInfoData }) {
  const [asking, setAsking] = useState<Act | null>(null)
  const [done, say] = useNotice()
  const [made, setMade] = useState<StaffProposed | null>(null)
  const acts = useActs(data)
  const seesCertificate = useCan('erasure.certificate')
  // What is held is a matter of now.
  const writable = useWritable()
  const [seesFile, seesProposals] = [useCan('access.file'), useCan('proposals.list')]
  const givesFile = seesFile && seesProposals && writable
  return (
    <Panel title={words().title}>
      <div className={css.stack}>
        {done}
        {made && (
          <p role="status">
            {words().proposed} <Go to={`/desks/proposals?open=${made.proposal}`}>{words().look}</Go>
          </p>
        )}
        <Facts facts={[[words().erasure, <Standing key="e" data={data} />]]} />
        {data.limits.erased && seesCertificate && <Certificate player={data.player} />}
        {givesFile && <AccessFile player={data.player} />}
        {acts.length > 0 && (
          <div className={css.actions}>
            {acts.map((act) => (
              <Button key={act.key} look={act.danger ? 'danger' : 'plain'} onClick={() => setAsking(act)}>
                {act.label}
              </Button>
            ))}
          </div>
        )}
      </div>
      {asking && (
        <ActionDialog
          title={asking.label}
          label={asking.label}
          danger={asking.danger}
          act={asking.does}
          onClose={() => setAsking(null)}
          onDone={(data) => {
            if (asking.done === null) setMade(data as StaffProposed)
            else say(asking.done)
            setAsking(null)
          }}
        >
          <p>{asking.text}</p>
        </ActionDialog>
      )}
    </Panel>
  )
}

/** What this person may do about this account as it is. */
function useActs({ player, limits, kyc }: PlayersInfoData): readonly Act[] {
  const [request] = useErasureRequestMutation()
  const [cancel] = useErasureCancelMutation()
  const [reset] = useKycResetMutation()
  const [mayRequest, mayCancel, mayReset] = [
    useCan('erasure.request'),
    useCan('erasure.cancel'),
    useCan('kyc.reset'),
  ]
  const writable = useWritable()
  const waits = typeof limits.erase_at_ms === 'number' && !limits.erased
  const all: readonly (readonly [boolean, Act])[] = [
    [
      mayReset && !limits.erased && decided.includes(kyc.status),
      {
        key: 'reset',
        label: words().reset,
        text: words().resetText,
        done: null,
        danger: false,
        does: (reason) => reset({ player, reason }),
      },
    ],
    [
      mayCancel && waits,
      {
        key: 'cancel',
        label: words().cancel,
        text: words().cancelText,
        done: words().cancelled,
        danger: false,
        does: (reason) => cancel({ player, reason }),
      },
    ],
    [
      mayRequest && !waits && !limits.erased,
      {
        key: 'request',
        label: words().request,
        text: words().requestText,
        done: null,
        danger: true,
        does: (reason) => request({ player, reason }),
      },
    ],
  ]
  return writable ? all.filter(([offered]) => offered).map(([, act]) => act) : []
}

function Standing({ data: { limits } }: { data: PlayersInfoData }) {
  if (limits.erased) return <Badge tone="bad">{words().erased}</Badge>
  if (typeof limits.erase_at_ms !== 'number') return words().notAsked
  return (
    <span>
      <Badge tone="warn">{words().until}</Badge> <Moment ms={limits.erase_at_ms} zone />
    </span>
  )
}

/** The signed note as a file; or what is left, which the next sweep takes. */
function Certificate({ player }: { player: string }) {
  const query = useErasureCertificateQuery({ player })
  return (
    <section className={css.stack} aria-label={words().certificate}>
      <QueryState query={query} rows={1}>
        {({ note = null, missing = null }) =>
          note === null ? (
            <p className={css.warn}>
              {words().noCertificate} <Said text={missing} />
            </p>
          ) : (
            <>
              <div className={css.actions}>
                <Button look="main" onClick={() => saveText(`erasure-${player}.txt`, note)}>
                  {words().save}
                </Button>
              </div>
              <p className={css.quiet}>{words().saveHint}</p>
            </>
          )
        }
      </QueryState>
    </section>
  )
}
