// Filters that live in the address: what is seen can be sent to somebody, kept, or gone back to.
import { useEffect, useId, useRef, useState } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import { t } from '../texts/index.ts'
import { daysOf, presetKeys, presetOf, type PresetKey } from '../words/ranges.ts'
import { Button } from './Button.tsx'
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

/**
 * The bar of a list's filters, with `range` those of its period as well. Text is taken at Enter or when the field is
 * left.
 */
export function FilterBar({
  filters,
  range = false,
  values,
  onChange,
}: {
  range?: boolean
  filters: readonly Filter[]
  values: Readonly<Record<string, string | undefined>>
  onChange: (changes: Record<string, string | null>) => void
}) {
  const keys = [...filters.map(({ key }) => key), ...(range ? rangeKeys : [])]
  const used = keys.some((key) => values[key])
  return (
    <search className={css.bar} aria-label={t.filters.label}>
      {filters.map((filter) => (
        <One
          key={filter.key}
          filter={filter}
          value={values[filter.key] ?? ''}
          onChange={(value) => onChange({ [filter.key]: value.trim() || null })}
        />
      ))}
      {range && <RangeFilters values={values} onChange={onChange} />}
      {used && (
        <Button look="quiet" onClick={() => onChange(Object.fromEntries(keys.map((key) => [key, null])))}>
          {t.filters.clear}
        </Button>
      )}
    </search>
  )
}

/** Days by name, and both ends as they are typed. */
function RangeFilters({
  values: { from, until },
  onChange,
}: {
  values: Readonly<Record<string, string | undefined>>
  onChange: (changes: Record<string, string | null>) => void
}) {
  const now = useNow()
  const preset = presetOf({ from, until }, now)
  const hasOwn = preset === null && Boolean(from ?? until)
  const named = presetKeys.map((key) => [key, t.range.presets[key]] as const)
  return (
    <>
      <One
        filter={{
          key: 'preset',
          label: t.range.period,
          options: [...named, ...(hasOwn ? [['own', t.range.own] as const] : [])],
        }}
        value={preset ?? (hasOwn ? 'own' : '')}
        onChange={(key) => {
          if (key === '') onChange({ from: null, until: null })
          else if (key !== 'own') onChange(daysOf(key as PresetKey, now))
        }}
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
