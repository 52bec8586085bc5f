// A choice between a few views of the same thing, all in sight.
import css from './tabs.module.css'

type Props = {
  label: string
  options: readonly (readonly [string, string])[]
  value: string
  onChange: (value: string) => void
}

/** Buttons of which one is pressed. */
export function Tabs({ label, options, value, onChange }: Props) {
  return (
    <div role="group" aria-label={label} className={css.tabs}>
      {options.map(([key, text]) => (
        <button key={key} type="button" aria-pressed={key === value} onClick={() => onChange(key)}>
          {text}
        </button>
      ))}
    </div>
  )
}
