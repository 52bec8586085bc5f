// A new packet: what is in it, who may claim it, and whether one person puts it out or two.
import { useState } from 'react'
import {
  usePacketsCreateMutation,
  usePacketsProposeMutation,
  type PacketsCreateBody,
  type PacketsCreated,
} from '../../api/endpoints.gen.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { t } from '../../texts/index.ts'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { useNow } from '../../ui/useNow.ts'
import { accountWords } from '../../words/accounts.ts'
import { listed } from '../../words/codes.ts'
import { count, minorOf, symbols } from '../../words/money.ts'
import { wholeOf } from '../../words/whole.ts'
import { assetOf } from './assetOf.ts'
import css from '../../ui/layout.module.css'

const words = () => t.packets
const kinds = ['equal', 'lucky', 'code'] as const
const assets = ['coin', 'diamond', 'gusd_bonus', 'usdt'] as const

const empty = {
  who: 'alone',
  kind: 'equal',
  asset: 'coin',
  total: '',
  shares: '',
  titleEn: '',
  titleZh: '',
  opens: '',
  hours: '24',
  age: '0',
  casts: '0',
  countries: '',
}
type Draft = typeof empty

const startOf = ({ opens }: Draft) => (opens === '' ? null : Date.parse(`${opens}Z`))
const countriesOf = ({ countries }: Draft) => countries.split(/[\s,]+/).filter(Boolean)

/** What is sent of a draft, or the first thing that is missing. */
function read(draft: Draft, nowMs: number): Omit<PacketsCreateBody, 'reason'> | string {
  const minor = minorOf(draft.total, assetOf(draft.asset))
  const [shares, hours] = [wholeOf(draft.shares), wholeOf(draft.hours)]
  const [days, casts] = [wholeOf(draft.age), wholeOf(draft.casts)]
  const [titleEn, titleZh] = [draft.titleEn.trim(), draft.titleZh.trim()]
  const startsMs = startOf(draft)
  if (minor === null || BigInt(minor) <= 0n) return words().needsTotal
  if (!shares) return words().needsShares
  if (!hours) return words().needsHours
  if (days === null || casts === null) return words().needsLimits
  if (titleEn === '' || titleZh === '') return words().needsTitle
  if (startsMs !== null && !(startsMs > nowMs)) return words().needsFuture
  return {
    kind: draft.kind,
    asset: draft.asset,
    total: minor,
    shares,
    min: null,
    title_en: titleEn,
    title_zh: titleZh,
    starts_ms: startsMs,
    hours,
    min_age_days: days,
    min_casts_7d: casts,
    countries: countriesOf(draft),
  }
}

type Props = { onClose: () => void; onDone: (made: PacketsCreated | null) => void }
type Fields = {
  draft: Draft
  field: (key: keyof Draft) => { value: string; onChange: (value: string) => void }
}

/** Asks for all of it; what cannot be read is not sent. */
export function Create({ onClose, onDone }: Props) {
  const [draft, setDraft] = useState(empty)
  const [create] = usePacketsCreateMutation()
  const [propose] = usePacketsProposeMutation()
  const body = read(draft, useNow())
  const send = draft.who === 'two' ? propose : create
  const fields: Fields = {
    draft,
    field: (key) => ({
      value: draft[key],
      onChange: (value) => setDraft((old) => ({ ...old, [key]: value })),
    }),
  }
  return (
    <ActionDialog
      wide
      title={words().create}
      label={words().create}
      missing={typeof body === 'string' ? body : null}
      act={async (reason) => (typeof body === 'string' ? { error: body } : send({ ...body, reason }))}
      onClose={onClose}
      onDone={(result) => onDone('code' in (result as object) ? (result as PacketsCreated) : null)}
    >
      <Content {...fields} />
      <Claimers {...fields} />
      <SelectField
        label={words().who}
        {...fields.field('who')}
        options={(['alone', 'two'] as const).map((each) => [each, words()[each]] as const)}
      />
      {draft.asset === 'usdt' && (
        <p className={css.warn}>
          {words().budget} {words().day}
        </p>
      )}
    </ActionDialog>
  )
}

/** What is in it, how it is called, and when it can be opened. */
function Content({ draft, field }: Fields) {
  const [startsMs, now] = [startOf(draft), useNow()]
  const past = startsMs !== null && startsMs <= now
  return (
    <>
      <div className={css.fields}>
        <SelectField
          label={words().kind}
          {...field('kind')}
          options={kinds.map((each) => [each, words().kinds[each]] as const)}
        />
        <SelectField
          label={words().asset}
          {...field('asset')}
          options={assets.map((each) => [each, symbols[each] ?? accountWords(each)] as const)}
        />
      </div>
      <div className={css.fields}>
        <TextField label={words().total} {...field('total')} inputMode="decimal" />
        <TextField label={words().shares} {...field('shares')} inputMode="numeric" />
      </div>
      <div className={css.fields}>
        <TextField
          label={words().opens}
          hint={words().opensHint}
          error={past ? words().needsFuture : null}
          type="datetime-local"
          {...field('opens')}
          optional
        />
        <TextField label={words().hours} {...field('hours')} inputMode="numeric" />
      </div>
      <TextField label={words().nameEn} {...field('titleEn')} />
      <TextField label={words().nameZh} {...field('titleZh')} />
    </>
  )
}

/** Who may claim, and what of it is sent. */
function Claimers({ draft, field }: Fields) {
  const [days, casts] = [wholeOf(draft.age), wholeOf(draft.casts)]
  const wrong = (number: number | null) => (number === null ? words().needsLimits : null)
  return (
    <>
      <div className={css.fields}>
        <TextField label={words().age} error={wrong(days)} {...field('age')} inputMode="numeric" />
        <TextField label={words().casts} error={wrong(casts)} {...field('casts')} inputMode="numeric" />
        <TextField
          label={words().countries}
          hint={words().countriesHint}
          {...field('countries')}
          mono
          optional
        />
      </div>
      {days !== null && casts !== null && (
        <p className={css.quiet}>{words().claimers(count(days), count(casts), listed(countriesOf(draft)))}</p>
      )}
    </>
  )
}
