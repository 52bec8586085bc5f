// Filters that live in the address: what is seen can be sent to somebody, kept, or gone back to.
import { useEffect, useId, useRef, useState } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import { t } from '../texts/index.ts'
import { daysOf, periodNameOf, periodOf, presetKeys, presetOf, type PresetKey } from '../words/ranges.ts'
import { Button } from './Button.tsx'
import { momentParam } from './Go.tsx'
import css from './filters.module.css'
import { useNow } from './useNow.ts'

/** A filter: free text, perhaps with texts to choose from (`offers`), or one of a few. `wide` for ids. */
export type Filter = {
  key: string
  label: string
  offers?: readonly string[]
  options?: readonly (readonly [string, string])[]
  placeholder?: string
  hint?: string
  wide?: boolean
  kind?: 'text' | 'date'
}

function changed(params: URLSearchParams, changes: Readonly<Record<string, string | null>>): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [key, value] of Object.entries(changes)) {
    if (value) next.set(key, value)
    else next.delete(key)
  }
  return next
}

/** The address's values of these filters, and how one is set; an empty text takes it away. */
export function useFilters<Key extends string>(
  keys: readonly Key[],
): [Readonly<Partial<Record<Key, string>>>, (changes: Partial<Record<Key, string | null>>) => void] {
  const [params, setParams] = useSearchParams()
  const values = Object.fromEntries(
    keys.flatMap((key) => {
      const value = params.get(key)
      return value ? [[key, value]] : []
    }),
  ) as Partial<Record<Key, string>>
  const { state } = useNavigation()
  // What was changed and is not in the address yet: a slow device takes a second change before it shows the first.
  const pending = useRef<Record<string, string | null>>({})
  useEffect(() => {
    if (state === 'idle') pending.current = {}
  }, [state, params])
  const set = (changes: Partial<Record<Key, string | null>>) => {
    Object.assign(pending.current, changes)
    setParams((old) => changed(old, pending.current), { replace: true })
  }
  return [values, set]
}

/** The filters of a list's period, beside those of its own. */
export const rangeKeys = ['from', 'until'] as const
/** Those of a period of the books: after which moment it begins, and the moment of the console, which ends it. */
export const periodKeys = ['from', momentParam] as const

/**
 * The bar of a list's filters, with `range` those of its period as well, with `since` those of a period of the books,
 * which begins in a field of this name. Text is taken at Enter or when the field is left.
 */
export function FilterBar({
  filters,
  label = t.filters.label,
  range = false,
  since,
  values,
  onChange,
}: {
  /** What a second bar of a screen is called. */
  label?: string
  range?: boolean
  since?: string
  filters: readonly Filter[]
  values: Readonly<Record<string, string | undefined>>
  onChange: (changes: Record<string, string | null>) => void
}) {
  const keys = [...filters.map(({ key }) => key), ...(range ? rangeKeys : since ? ['from'] : [])]
  const used = keys.some((key) => values[key])
  return (
    <search className={css.bar} aria-label={label}>
      {filters.map((filter) => (
        <One
          key={filter.key}
          filter={filter}
          value={values[filter.key] ?? ''}
          onChange={(value) => onChange({ [filter.key]: value.trim() || null })}
        />
      ))}
      {range && <RangeFilters values={values} onChange={onChange} />}
      {since && <PeriodFilters label={since} values={values} onChange={onChange} />}
      {used && (
        <Button look="quiet" onClick={() => onChange(Object.fromEntries(keys.map((key) => [key, null])))}>
          {t.filters.clear}
        </Button>
      )}
    </search>
  )
}

type RangeProps = {
  values: Readonly<Record<string, string | undefined>>
  onChange: (changes: Record<string, string | null>) => void
}

/** Days by name, and both ends as they are typed. */
function RangeFilters({ values: { from, until }, onChange }: RangeProps) {
  const now = useNow()
  return (
    <>
      <Named
        preset={presetOf({ from, until }, now)}
        hasOwn={Boolean(from ?? until)}
        onChange={(key) => onChange(key ? daysOf(key, now) : { from: null, until: null })}
      />
      {rangeKeys.map((key) => (
        <One
          key={key}
          filter={{ key, label: t.range[key], placeholder: t.range.day, hint: t.range.hint }}
          value={(key === 'from' ? from : until) ?? ''}
          onChange={(value) => onChange({ [key]: value.trim() || null })}
        />
      ))}
    </>
  )
}

/** Days by name, and after which moment the period begins; where it is over, the whole console is put at its end. */
function PeriodFilters({
  label,
  values: { from, [momentParam]: at },
  onChange,
}: RangeProps & { label: string }) {
  const now = useNow()
  return (
    <>
      <Named
        preset={periodNameOf({ from, at }, now)}
        hasOwn={from !== undefined}
        onChange={(key) => {
          const period = key ? periodOf(key, now) : { from: null, at: null }
          onChange({ from: period.from, [momentParam]: period.at })
        }}
      />
      <One
        filter={{ key: 'from', label, wide: true }}
        value={from ?? ''}
        onChange={(value) => onChange({ from: value.trim() || null })}
      />
    </>
  )
}

type NamedProps = { preset: PresetKey | null; hasOwn: boolean; onChange: (key: PresetKey | null) => void }

/** The choice of days by name; `hasOwn` says that there are days, perhaps without a name. */
function Named({ preset, hasOwn, onChange }: NamedProps) {
  const isOwn = hasOwn && preset === null
  const named = presetKeys.map((key) => [key, t.range.presets[key]] as const)
  return (
    <One
      filter={{
        key: 'preset',
        label: t.range.period,
        options: [...named, ...(isOwn ? [['own', t.range.own] as const] : [])],
      }}
      value={preset ?? (isOwn ? 'own' : '')}
      onChange={(key) => {
        if (key !== 'own') onChange(key === '' ? null : (key as PresetKey))
      }}
    />
  )
}

/** How wide a text is, in digits; letters of full width count twice. */
function columnsOf(text = ''): number {
  return text.length + (text.match(/[\u2e80-\uffef]/g)?.length ?? 0)
}

function One({
  filter,
  value,
  onChange,
}: {
  filter: Filter
  value: string
  onChange: (value: string) => void
}) {
  const id = useId()
  const [draft, setDraft] = useState(value)
  const [seen, setSeen] = useState(value)
  // The address changed under the field, for example by "Clear".
  if (seen !== value) {
    setSeen(value)
    setDraft(value)
  }
  const send = () => {
    if (draft !== value) onChange(draft)
  }
  return (
    <>
      <label
        className={css.filter}
        data-used={value !== '' || undefined}
        data-wide={filter.wide || undefined}
        title={filter.hint}
      >
        <span>{filter.label}</span>
        {filter.options ? (
          // The label's text has the options in it.
          <select aria-label={filter.label} value={value} onChange={(event) => onChange(event.target.value)}>
            <option value="">{t.filters.any}</option>
            {filter.options.map(([key, text]) => (
              <option key={key} value={key}>
                {text}
              </option>
            ))}
          </select>
        ) : (
          <input
            type={filter.kind ?? 'text'}
            list={filter.offers && id}
            value={draft}
            placeholder={filter.placeholder}
            style={{ '--columns': columnsOf(filter.placeholder) }}
            spellCheck={false}
            data-filter
            onChange={(event) => {
              setDraft(event.target.value)
              if (filter.kind === 'date') onChange(event.target.value)
            }}
            onBlur={send}
            onKeyDown={(event) => {
              if (event.key === 'Enter') send()
            }}
          />
        )}
      </label>
      {filter.offers && (
        <datalist id={id}>
          {filter.offers.map((offer) => (
            <option key={offer} value={offer}>
              {offer}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}
