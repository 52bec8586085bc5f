// Everything that is held of a person, for that person: proposed with a reason to another person, and once approved
// made by who proposed it, saved as two files, and gone from the screen afterwards.
import { useState } from 'react'
import {
  useAccessFileMutation,
  useAccessProposeMutation,
  useProposalsListPagesInfiniteQuery,
  type AccessFileData,
  type StaffProposal,
} from '../../api/endpoints.gen.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Go } from '../../ui/Go.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { saveBytes, saveText } from '../../ui/saveText.ts'
import { useNow } from '../../ui/useNow.ts'
import { usePages } from '../../ui/usePages.ts'
import css from '../../ui/layout.module.css'
import { accessPage } from './accessPage.ts'

const words = () => t.access

export function AccessFile({ player }: { player: string }) {
  const [file, setFile] = useState<AccessFileData | null>(null)
  const proposal = useOwn(player)
  return (
    <section className={css.stack} aria-label={words().title}>
      {file !== null ? (
        <Made file={file} onClose={() => setFile(null)} />
      ) : proposal === null ? (
        <Propose player={player} />
      ) : proposal.state === 'waiting' ? (
        <p role="status">
          {words().waits} <Look proposal={proposal} />
        </p>
      ) : (
        <Make player={player} proposal={proposal} onMade={setFile} />
      )}
    </section>
  )
}

/** The own proposal that waits, or by which the file may be made now. */
function useOwn(player: string): StaffProposal | null {
  const pages = usePages(useFresh(useProposalsListPagesInfiniteQuery({ kind: 'access_file' })))
  const now = useNow()
  const isOpen = ({
    kind,
    own,
    players,
    state,
    expires_ms: expires = null,
    take_until_ms: until = null,
  }: StaffProposal) =>
    kind === 'access_file' &&
    own &&
    players.includes(player) &&
    (state === 'waiting' ? expires === null || expires > now : until !== null && until > now)
  return pages.rows.find(isOpen) ?? null
}

function Look({ proposal }: { proposal: StaffProposal }) {
  return <Go to={`/desks/proposals?open=${proposal.proposal}`}>{t.privacy.look}</Go>
}

function Propose({ player }: { player: string }) {
  const [asking, setAsking] = useState(false)
  const [propose] = useAccessProposeMutation()
  return (
    <>
      <div className={css.actions}>
        <Button onClick={() => setAsking(true)}>{words().propose}</Button>
      </div>
      {asking && (
        <ActionDialog
          title={words().propose}
          label={words().propose}
          act={(reason) => propose({ player, reason })}
          onClose={() => setAsking(false)}
          onDone={() => setAsking(false)}
        >
          <p>{words().proposeText}</p>
        </ActionDialog>
      )}
    </>
  )
}

type MakeProps = { player: string; proposal: StaffProposal; onMade: (file: AccessFileData) => void }

function Make({ player, proposal, onMade }: MakeProps) {
  const [asking, setAsking] = useState(false)
  const [make] = useAccessFileMutation()
  return (
    <>
      <p role="status">
        {words().until} <Moment ms={proposal.take_until_ms ?? 0} zone /> <Look proposal={proposal} />
      </p>
      <div className={css.actions}>
        <Button onClick={() => setAsking(true)}>{words().make}</Button>
      </div>
      {asking && (
        <ActionDialog
          title={words().make}
          label={words().make}
          act={(reason) => make({ player, proposal: proposal.proposal, reason })}
          onClose={() => setAsking(false)}
          onDone={(data) => {
            setAsking(false)
            onMade(data as AccessFileData)
          }}
        >
          <p>{words().makeText}</p>
          <p className={css.warn}>{words().readFirst}</p>
        </ActionDialog>
      )}
    </>
  )
}

function Made({ file, onClose }: { file: AccessFileData; onClose: () => void }) {
  const name = `held-of-${file.player}`
  const records = file.parts.reduce((sum, part) => sum + part.records.length, 0)
  return (
    <>
      <p role="status">{words().made(String(records), String(file.parts.length))}</p>
      <div className={css.actions}>
        <Button
          look="main"
          onClick={() => saveBytes(`${name}.html`, 'text/html', new TextEncoder().encode(accessPage(file)))}
        >
          {words().savePage}
        </Button>
        <Button onClick={() => saveText(`${name}.json`, JSON.stringify(file, null, 2))}>
          {words().saveJson}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {words().forget}
        </Button>
      </div>
    </>
  )
}
