// Filters that live in the address: what is seen can be sent to somebody, kept, or gone back to.
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { t } from '../texts/index.ts'
import { Button } from './Button.tsx'
import css from './filters.module.css'

/** A filter: free text, perhaps with texts to choose from (`offers`), or one of a few. `wide` for ids. */
export type Filter = {
  key: string
  label: string
  offers?: readonly string[]
  options?: readonly (readonly [string, string])[]
  placeholder?: string
  wide?: boolean
  kind?: 'text' | 'date'
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
  const set = (changes: Partial<Record<Key, string | null>>) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old)
        for (const [key, value] of Object.entries(changes) as [string, string | null][]) {
          if (value) next.set(key, value)
          else next.delete(key)
        }
        return next
      },
      { replace: true },
    )
  return [values, set]
}

/** The bar of a list's filters. Text is taken at Enter or when the field is left. */
export function FilterBar({
  filters,
  values,
  onChange,
}: {
  filters: readonly Filter[]
  values: Readonly<Record<string, string | undefined>>
  onChange: (changes: Record<string, string | null>) => void
}) {
  const used = filters.some(({ key }) => values[key])
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
      {used && (
        <Button
          look="quiet"
          onClick={() => onChange(Object.fromEntries(filters.map(({ key }) => [key, null])))}
        >
          {t.filters.clear}
        </Button>
      )}
    </search>
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
      >
        <span>{filter.label}</span>
        {filter.options ? (
          <select value={value} onChange={(event) => onChange(event.target.value)}>
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
