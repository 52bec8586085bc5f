// Identity checks that wait for a person. Nothing personal is on the list: whoever opens a check says why, and that is
// recorded for ever. What was opened is gone from the screen when it is closed.
import { useEffect, useState } from 'react'
import { useCan } from '../../api/store.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { FilterBar, rangeKeys, useFilters } from '../../ui/Filters.tsx'
import { Go } from '../../ui/Go.tsx'
import { Id } from '../../ui/Id.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Facts, Page, Panel, Plain } from '../../ui/Page.tsx'
import { Empty } from '../../ui/states.tsx'
import { usePages } from '../../ui/usePages.ts'
import { span } from '../../words/spans.ts'
import {
  useKycDecideMutation,
  useKycImageMutation,
  useKycListPagesInfiniteQuery,
  useKycOpenMutation,
  type KycOpenData,
  type StaffCheck,
} from '../../api/endpoints.gen.ts'
import { AsOf } from '../../parts/AsOf.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { BulkBar } from '../../parts/BulkBar.tsx'
import { useChosen } from '../../ui/useChosen.tsx'
import { useNotice } from '../../ui/useNotice.tsx'
import { Split } from '../../ui/Split.tsx'
import { useActionKeys } from '../../parts/useActionKeys.ts'
import { ExportList } from '../../parts/ExportList.tsx'
import { t } from '../../texts/index.ts'
import css from '../../ui/layout.module.css'
import { Reasons } from './Reasons.tsx'
import { RefuseMany } from './RefuseMany.tsx'
import own from './kyc.module.css'

const words = () => t.kyc
/** A browser's timer counts no further and would ring at once. */
const timerMaxMs = 2 ** 31 - 1

const columns: readonly Column<StaffCheck>[] = [
  {
    key: 'waits',
    title: () => words().waits,
    width: 96,
    align: 'end',
    cell: ({ submitted_ms }) => span(Date.now() - submitted_ms),
  },
  {
    key: 'when',
    title: () => words().when,
    width: 160,
    cell: ({ submitted_ms }) => <Moment ms={submitted_ms} />,
  },
  {
    key: 'player',
    title: () => words().player,
    width: 136,
    grow: true,
    cell: ({ player }) => <Id value={player} to={`/players/${player}`} />,
  },
  { key: 'country', title: () => words().country, width: 80, cell: ({ country }) => country },
  { key: 'images', title: () => words().images, width: 80, align: 'end', cell: ({ images }) => images },
  {
    key: 'same',
    title: () => words().duplicates,
    width: 110,
    hint: () => words().duplicatesHint,
    cell: ({ duplicates }) =>
      duplicates.length > 0 ? (
        <Badge tone="warn">{words().others(String(duplicates.length))}</Badge>
      ) : (
        words().noOthers
      ),
  },
]
/** Beside an open check, which shows its images. */
const few = columns.filter(({ key }) => key !== 'images')

const keyOf = ({ submission }: StaffCheck) => submission
const nameOf = ({ player }: StaffCheck) => player.slice(0, 8)

export default function KycScreen() {
  const [range, set] = useFilters(rangeKeys)
  const pages = usePages(useFresh(useKycListPagesInfiniteQuery({ ...range })))
  const [asked, setAsked] = useState<StaffCheck | null>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [done, say] = useNotice()
  const [open] = useKycOpenMutation()
  const mayOpen = useCan('kyc.open')
  const mayDecide = useCan('kyc.decide')
  const [many, setMany] = useState(false)
  const chosen = useChosen({ rows: pages.rows, rowKey: keyOf, nameOf })
  const close = () => {
    setOpened(null)
    setAsked(null)
  }
  return (
    <Page
      title={words().title}
      sub={words().sub}
      fill
      actions={
        <>
          <Go to="/desks/proposals?kind=kyc_reset">{words().resets}</Go>
          <AsOf at={pages.first?.at} />
          <ExportList list="kyc/list" body={range} />
        </>
      }
    >
      <FilterBar filters={[]} range values={range} onChange={set} />
      {done}
      <BulkBar chosen={chosen} acts={[{ label: words().decide, onPress: () => setMany(true) }]} />
      <Split
        list={
          <DataTable
            name="kyc"
            label={words().title}
            columns={[...(mayDecide ? [chosen.column] : []), ...(opened ? few : columns)]}
            onMark={mayDecide ? chosen.toggle : undefined}
            pages={pages}
            rows={pages.rows}
            rowKey={keyOf}
            onOpen={(check) => {
              setOpened(null)
              if (mayOpen) setAsked(check)
            }}
            openKey={opened?.submission ?? asked?.submission ?? null}
            empty={<Empty title={words().none} />}
          />
        }
        aside={
          opened && (
            <Check
              key={opened.submission}
              check={opened}
              onClose={close}
              onDone={(text) => {
                close()
                say(text)
              }}
            />
          )
        }
      />
      {many && <RefuseMany rows={chosen.rows} onClose={() => setMany(false)} />}
      {asked && !opened && (
        <ActionDialog
          title={words().open}
          label={words().open}
          act={async (reason) => {
            const { data, error } = await open({ player: asked.player, reason })
            return { data: data && { ...data, reason }, error }
          }}
          onClose={() => setAsked(null)}
          onDone={(data) => setOpened(data as Opened)}
        >
          <p>{words().openText}</p>
        </ActionDialog>
      )}
    </Page>
  )
}

/** What was opened, and why: the images are looked at for the same reason. */
type Opened = KycOpenData & { reason: string }

function Check({
  check,
  onClose,
  onDone,
}: {
  check: Opened
  onClose: () => void
  onDone: (text: string) => void
}) {
  const [deciding, setDeciding] = useState(false)
  // What is personal does not stay on a screen that nobody looks at.
  useEffect(() => {
    const end = setTimeout(onClose, Math.min(timerMaxMs, Math.max(0, check.expires_ms - Date.now())))
    return () => clearTimeout(end)
  }, [check.expires_ms, onClose])
  const mayDecide = useCan('kyc.decide')
  useActionKeys({ a: mayDecide ? () => setDeciding(true) : null })
  return (
    <Panel
      title={words().check}
      aside={
        <Button look="quiet" onClick={onClose}>
          {words().close}
        </Button>
      }
    >
      <div className={css.stack}>
        <Facts
          facts={[
            [words().player, <Id key="player" value={check.player} to={`/players/${check.player}`} />],
            [words().name, check.id_name],
            [
              words().document,
              (words().types[String(check.id_type)] ?? String(check.id_type)) + t.clause + check.country,
            ],
            [
              words().number,
              <span key="no" className={css.mono}>
                {check.id_no}
              </span>,
            ],
            [words().tel, check.tel],
            [words().email, check.email],
            [words().until, <Moment key="until" ms={check.expires_ms} zone />],
          ]}
        />
        <div className={own.images}>
          {check.images.map((image, index) => (
            <Image
              key={image}
              player={check.player}
              image={image}
              reason={check.reason}
              label={words().image(String(index + 1))}
            />
          ))}
        </div>
        <Duplicates documents={check.same_document} images={check.same_images} />
        {mayDecide && (
          <div className={css.actions}>
            <Button look="main" title={words().decideKey} onClick={() => setDeciding(true)}>
              {words().decide}
            </Button>
          </div>
        )}
      </div>
      {deciding && <Decide check={check} onClose={() => setDeciding(false)} onDone={onDone} />}
    </Panel>
  )
}

/** An image out of the vault: kept in memory while it is looked at, and let go of afterwards. */
function Image({
  player,
  image,
  reason,
  label,
}: {
  player: string
  image: string
  reason: string
  label: string
}) {
  const [load] = useKycImageMutation()
  const [address, setAddress] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let left = false
    void load({ player, image, reason }).then(({ data }) => {
      if (left) return
      if (data) setAddress(`data:${data.media_type};base64,${data.bytes}`)
      else setFailed(true)
    })
    return () => void (left = true)
  }, [load, player, image, reason])
  if (failed) return <p className={css.warn}>{words().noImage}</p>
  return address === null ? <p className={css.quiet}>{label}…</p> : <img src={address} alt={label} />
}

function Duplicates({ documents, images }: { documents: readonly string[]; images: readonly string[] }) {
  const list = [
    ...documents.map((player) => ({ player, what: words().sameDocument })),
    ...images.map((player) => ({ player, what: words().sameImage })),
  ]
  if (list.length === 0) return <p className={css.quiet}>{words().noDuplicates}</p>
  return (
    <Plain
      label={words().duplicates}
      head={[{ title: words().player }, { title: words().same }]}
      rows={list.map(({ player, what }) => ({
        key: `${player} ${what}`,
        tone: 'bad' as const,
        cells: [<Id key="p" value={player} to={`/players/${player}`} />, what],
      }))}
    />
  )
}

type Verdict = 'approve' | 'retry' | 'reject'

function Decide({
  check,
  onClose,
  onDone,
}: {
  check: KycOpenData
  onClose: () => void
  onDone: (text: string) => void
}) {
  const [verdict, setVerdict] = useState<Verdict>('approve')
  const [reasons, setReasons] = useState<readonly string[]>([])
  const [expires, setExpires] = useState('')
  const [decide] = useKycDecideMutation()
  const says = verdict !== 'approve'
  const missing = says && reasons.length === 0 ? words().needsReason : null
  return (
    <ActionDialog
      title={words().decide}
      label={words().verdicts[verdict]}
      danger={says}
      missing={missing}
      act={(reason) =>
        decide({
          player: check.player,
          submission: check.submission,
          verdict,
          reasons: says ? [...reasons] : [],
          expires_on: verdict === 'approve' && expires ? expires : null,
          reason,
        })
      }
      onClose={onClose}
      onDone={() => onDone(words().done[verdict])}
    >
      <SelectField
        label={words().verdict}
        value={verdict}
        onChange={(value) => setVerdict(value as Verdict)}
        options={(['approve', 'retry', 'reject'] as const).map(
          (each) => [each, words().verdicts[each]] as const,
        )}
      />
      {verdict === 'approve' && (
        <TextField label={words().expires} type="date" value={expires} onChange={setExpires} optional />
      )}
      {says && <Reasons reasons={reasons} onChange={setReasons} />}
    </ActionDialog>
  )
}
