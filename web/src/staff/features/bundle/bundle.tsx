// Checking a bundle or a proof on the reader's own machine: files are read here and go nowhere.
import { useState } from 'react'
import { t } from '../../texts/index.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Found } from '../../parts/Found.tsx'
import { Facts, Page, Panel } from '../../ui/Page.tsx'
import { accountAsset } from '../../words/accounts.ts'
import { count, symbols } from '../../words/money.ts'
import { size } from '../../words/size.ts'
import type { Verdict } from '../../verifier/verify.ts'
import css from '../../ui/layout.module.css'
import own from './bundle.module.css'

const words = () => t.bundle
type Progress = { events: number; of: number }

export default function BundleScreen() {
  const [files, setFiles] = useState<File[]>([])
  const [vkey, setVkey] = useState('')
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [progress, setProgress] = useState<Progress | null>(null)
  const check = async () => {
    setVerdict(null)
    setProgress({ events: 0, of: 0 })
    try {
      const { verify } = await import('../../verifier/verify.ts')
      setVerdict(await verify(files, vkey.trim(), (events, of) => setProgress({ events, of })))
    } catch (fault) {
      setVerdict({ ok: false, unmade: true, why: fault instanceof Error ? fault.message : String(fault) })
    }
    setProgress(null)
  }
  return (
    <Page title={words().title} sub={words().sub}>
      <Panel title={words().choose}>
        <form
          className={css.stack}
          onSubmit={(event) => {
            event.preventDefault()
            void check()
          }}
        >
          <label className={own.drop}>
            <span>{words().manifest}</span>
            <input
              type="file"
              multiple
              aria-label={words().choose}
              onChange={(event) => {
                setFiles([...(event.target.files ?? [])])
                setVerdict(null)
              }}
            />
            {files.length > 0 && (
              <span>
                {words().chosen(count(files.length), size(files.reduce((sum, file) => sum + file.size, 0)))}
              </span>
            )}
          </label>
          <TextField label={words().key} value={vkey} onChange={setVkey} hint={words().keyHint} mono />
          <div>
            <Button type="submit" look="main" busy={progress !== null} disabled={files.length === 0}>
              {progress ? words().running : words().check}
            </Button>
          </div>
          {progress && (
            <progress
              className={own.meter}
              aria-label={words().running}
              {...(progress.of > 0 ? { max: progress.of, value: progress.events } : {})}
            />
          )}
        </form>
      </Panel>
      {verdict && <VerdictPanel verdict={verdict} trusted={vkey.trim() !== ''} />}
    </Page>
  )
}

/** A key that came with the files proves only that they fit one another. */
function VerdictPanel({ verdict, trusted }: { verdict: Verdict; trusted: boolean }) {
  const why = verdict.ok ? null : (words().whys[verdict.why] ?? verdict.why)
  return (
    <Panel title={words().verdict} aside={<Word verdict={verdict} trusted={trusted} />}>
      <div role="status" className={css.stack}>
        {verdict.ok ? (
          <WhatHolds verdict={verdict} />
        ) : (
          <p className={css.sentence}>{verdict.unmade ? words().broke(verdict.why) : why}</p>
        )}
        {verdict.ok && !trusted && <p>{words().untrusted}</p>}
      </div>
    </Panel>
  )
}

/** Whether a signature was checked that covers all of it: each proof has one, an export only at a checkpoint. */
const isSigned = (verdict: Extract<Verdict, { ok: true }>) => verdict.checkpoint !== null

/** A check that could not be made says nothing about the files. */
function Word({ verdict, trusted }: { verdict: Verdict; trusted: boolean }) {
  if (verdict.ok)
    return trusted && isSigned(verdict) ? (
      <Badge tone="good">{words().holds}</Badge>
    ) : (
      <Badge tone="warn">{words().holdsAlone}</Badge>
    )
  const { unmade = false } = verdict
  return <Badge tone={unmade ? 'warn' : 'bad'}>{unmade ? words().unmade : words().fails}</Badge>
}

type OfProof = Extract<Verdict, { what: string }>

/** What a proof proves, in the words of the screen that makes proofs. */
function provenText({ of = null, what, checkpoint }: OfProof): string {
  if (of === null) return what
  return 'older' in of
    ? t.proofs.grown(of.older, String(checkpoint))
    : t.proofs.included(String(of.position), String(of.log))
}

function WhatHolds({ verdict }: { verdict: Extract<Verdict, { ok: true }> }) {
  if ('what' in verdict)
    return (
      <Facts
        facts={[
          [words().proven, provenText(verdict)],
          [words().origin, verdict.origin],
          [words().checkpoint, String(verdict.checkpoint)],
          [t.word.when, <Moment key="m" ms={verdict.time_ms} zone />],
        ]}
      />
    )
  return (
    <>
      <Facts
        facts={[
          [words().origin, verdict.origin],
          [t.word.events, count(verdict.events)],
          [words().postings, count(verdict.postings)],
          [
            words().checkpoint,
            verdict.checkpoint === null ? words().noCheckpoint : String(verdict.checkpoint),
          ],
          ...(verdict.player ? [[t.word.player, <Id key="p" value={verdict.player} whole />] as const] : []),
          ...Object.entries(verdict.sums).map(
            ([asset, sum]) =>
              [
                words().sumOf(symbols[asset] ?? asset),
                <Amount key={asset} minor={sum} asset={accountAsset(asset)} />,
              ] as const,
          ),
          [words().signatures, count(verdict.signatures)],
          ...verdict.laws.map(
            ({ law, says, compared }) => [law, words().asked(t.laws[law] ?? says, count(compared))] as const,
          ),
        ]}
      />
      {verdict.findings.map((note) => (
        <p key={note.code}>
          <Found finding={note} />
        </p>
      ))}
    </>
  )
}
